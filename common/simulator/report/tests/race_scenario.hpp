// Settled findings about the lines of a student's source, for tests of the advice on races.
#pragma once

#include <string>

#include "simulator/report/tests/student_source.hpp"
#include "tests/text_has.hpp"

namespace cusim::report::test {

// Two writes of y[index] in a launch of 4 blocks of 256 threads.
inline Settled two_writes(const StudentSource& source, int line, int other_line, long index,
                          Dim3 block, Dim3 thread, Dim3 other_block, Dim3 other_thread) {
    Settled settled;
    settled.self = source.line(line);
    settled.other = source.line(other_line);
    settled.recorded = {
        .finding = {.kind = FindingKind::race,
                    .self = {.block = block, .thread = thread, .op = Op::write},
                    .other = Party{.block = other_block, .thread = other_thread, .op = Op::write},
                    .variable = "y",
                    .index = index,
                    .elements = 1024,
                    .element_size = 4,
                    .space = Space::global},
        .kernel = "k",
        .grid = {4, 1, 1},
        .block = {256, 1, 1}};
    return settled;
}

}  // namespace cusim::report::test
