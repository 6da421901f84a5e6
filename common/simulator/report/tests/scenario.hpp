// Findings for the tests of the report, as the detecting code would emit them.
#pragma once

#include "simulator/report/recorder.hpp"
#include "simulator/report/settle.hpp"

namespace cusim::report::test {

inline Party thread_at(int line, Op op, Dim3 block, Dim3 thread,
                       const char* file = "tests/golden/reduce.cu") {
    return {.site = {.file = file, .line = line}, .block = block, .thread = thread, .op = op};
}

inline Party host_at(int line, Op op, const char* file = "tests/golden/reduce.cu") {
    return {.site = {.file = file, .line = line}, .host = true, .op = op};
}

// Threads 37 and 5 of one block of the reduction in golden/reduce.cu.
inline Finding missing_barrier() {
    return {.kind = FindingKind::race,
            .self = thread_at(10, Op::read, {1, 0, 0}, {5, 0, 0}),
            .other = thread_at(10, Op::write, {1, 0, 0}, {37, 0, 0}),
            .variable = "Q",
            .index = 37,
            .space = Space::shared};
}

inline Recorded in_kernel(Finding finding, Dim3 grid = {4, 1, 1}, Dim3 block = {256, 1, 1}) {
    return {std::move(finding), "reduce", grid, block};
}

inline Settled settled(Finding finding, Dim3 grid = {4, 1, 1}, Dim3 block = {256, 1, 1}) {
    return settle({in_kernel(std::move(finding), grid, block)}).at(0);
}

// Clears the record, so that the test program exits with its own status.
struct CleanRecord {
    CleanRecord() { reset(); }
    ~CleanRecord() { reset(); }
};

}  // namespace cusim::report::test
