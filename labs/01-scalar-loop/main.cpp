// The program of lab 01: its four functions, for the grader and for runs by hand.
#include "lab.hpp"
#include "runner/matvec.hpp"

int main(int argc, char** argv) {
    using runner::Layout;
    using runner::Memory;
    runner::Program program{"01-scalar-loop", "y = Ax + b on one core of the CPU"};
    runner::declare(
        program,
        {{"gather_row_major", gather_row_major, Memory::host, Layout::row_major},
         {"scatter_row_major", scatter_row_major, Memory::host, Layout::row_major},
         {"gather_column_major", gather_column_major, Memory::host, Layout::column_major},
         {"scatter_column_major", scatter_column_major, Memory::host, Layout::column_major}});
    return program.run(argc, argv);
}
