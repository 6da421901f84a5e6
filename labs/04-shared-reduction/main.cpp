// The program of lab 04: both rungs and the hunt, for the grader and for runs by hand; with
// --compare both rungs beside lab 02's gather.
#include "lab.hpp"
#include "program/comparison.hpp"
#include "runner/gather.hpp"
#include "runner/matvec.hpp"

int main(int argc, char** argv) {
    runner::Program program{"04-shared-reduction", "y = Ax + b on the GPU, one block a row"};
    runner::declare(program, {{"reduce_shared", reduce_shared},
                              {"reduce_shuffle", reduce_shuffle},
                              {"textbook", textbook}});
    runner::declare_comparison(program, {{"gather", runner::gather_rows},
                                         {"reduce_shared", reduce_shared},
                                         {"reduce_shuffle", reduce_shuffle}});
    return program.run(argc, argv);
}
