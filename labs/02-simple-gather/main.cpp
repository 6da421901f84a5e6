// The program of lab 02: the three rungs, for the grader and for runs by hand.
#include "lab.hpp"
#include "runner/matvec.hpp"

int main(int argc, char** argv) {
    using runner::Memory;
    runner::Program program{"02-simple-gather", "y = Ax + b on the GPU, one thread a row"};
    runner::declare(program, {{"gather", gather, Memory::device},
                              {"matvec", matvec, Memory::host},
                              {"scatter", scatter, Memory::device}});
    return program.run(argc, argv);
}
