// An access out of bounds in a student's file, and what is said of it.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "simulator/report/advice/bounds_advice.hpp"
#include "simulator/report/tests/student_source.hpp"
#include "tests/text_has.hpp"

namespace cusim::report::test {

// One block of 256 threads.
struct Access {
    std::string text;  // the kernel's body; the access is on its last line
    std::string variable = "A";
    long index = 0, elements = 700;
    std::uint32_t thread = 0;
    bool host = false;
    std::string behind = "";  // text after that line
    long n = 100, m = 7;
    std::vector<Pointer> pointers = {};
};

inline std::string advice_on(const Access& access) {
    const std::string head = access.host
                                 ? "void k(int n, int m, float* y, float* A) {\n"
                                 : "__global__ void k(int n, int m, float* y, float* A) {\n";
    const StudentSource source(head + access.text + access.behind + "\n}\n");
    const auto lines = std::count(access.text.begin(), access.text.end(), '\n');
    Settled settled;
    settled.self = source.line(static_cast<int>(lines) + 2);
    settled.recorded = {
        .finding = {.kind = FindingKind::out_of_bounds,
                    .self = {.thread = {access.thread, 0, 0}, .host = access.host, .op = Op::read},
                    .variable = access.variable,
                    .index = access.index,
                    .elements = access.elements,
                    .element_size = 4,
                    .space = access.host ? Space::host : Space::global},
        .kernel = "k",
        .grid = {1, 1, 1},
        .block = {256, 1, 1},
        .numbers = {{"n", access.n}, {"m", access.m}}};
    settled.recorded.pointers = access.pointers;
    return bounds_advice(settled);
}

inline TextHas advice_has(const std::string& text, const std::string& words) {
    return text_has(text, words);
}

inline const std::string own_row = "int i = blockIdx.x * blockDim.x + threadIdx.x;\n";

}  // namespace cusim::report::test
