// The program of lab 04: both rungs and the hunt, for the grader and for runs by hand. With
// --compare, compares both rungs with the gather of the student's lab 02.
#include "../02-simple-gather/lab.hpp"
#include "lab.hpp"
#include "program/comparison.hpp"
#include "runner/matvec.hpp"

// Missing in a program that was built without lab 02: see `also` in lab.toml.
[[gnu::weak]] decltype(gather) gather;

int main(int argc, char** argv) {
    runner::Program program{"04-shared-reduction", "y = Ax + b on the GPU, one block a row"};
    runner::declare(program, {{"reduce_shared", reduce_shared},
                              {"reduce_shuffle", reduce_shuffle},
                              {"textbook", textbook}});
    std::vector<runner::Matvec> compared{{"reduce_shared", reduce_shared},
                                         {"reduce_shuffle", reduce_shuffle}};
    if (gather) compared.insert(compared.begin(), {"gather", gather});
    runner::declare_comparison(program, compared);
    return program.run(argc, argv);
}
