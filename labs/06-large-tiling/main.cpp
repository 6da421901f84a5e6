// The program of lab 06: the three rungs and the two hunts, for the grader and for runs by hand.
// With --compare, compares the rungs with the same product on the CPU; with --trade, goes
// through T and Z.
#include "lab.hpp"
#include "program/against_cpu.hpp"
#include "program/trade.hpp"
#include "runner/matvec.hpp"

int main(int argc, char** argv) {
    runner::Program program{"06-large-tiling", "y = Ax + b on the GPU, for large matrices"};
    runner::declare(program, {{"one_block", one_block},
                              {"many_blocks", many_blocks},
                              {"staged_x", staged_x},
                              {"textbook", textbook},
                              {"collected", collected}});
    runner::declare_cpu_comparison(program, {{"one_block", one_block},
                                             {"many_blocks", many_blocks},
                                             {"staged_x", staged_x}});
    runner::declare_trade(program);
    return program.run(argc, argv);
}
