// What an atomic is handed, and what a plain read beside it has read.
#include "simulator/report/advice/atomic_results.hpp"

#include "simulator/report/tests/student_source.hpp"

using namespace cusim::report;
using namespace cusim::report::test;

TEST_CASE("a sum that begins with what it is added to is named") {
    const auto words_in = [](const std::string& read, const std::string& added) {
        const StudentSource source("__global__ void k(float* y) {\n" + read +
                                   "\natomicAdd(&y[i], " + added + ");\n}\n");
        Settled settled;
        settled.recorded.finding.self.op = Op::read;
        settled.recorded.finding.other = Party{.op = Op::atomic};
        settled.self = source.line(2);
        settled.other = source.line(3);
        return adds_what_it_read(settled);
    };
    const std::string words =
        "`sum` begins with what line 2 reads there, and line 3 adds `sum` to it, so what was there "
        "is added once more: begin with `sum = 0`.";
    CHECK(words_in("float sum = y[i];", "sum") == words);
    CHECK(words_in("float sum = *out;", "sum") == words);
    CHECK(words_in("float sum = y[i] * 2;", "sum").empty());
    CHECK(words_in("float old = y[i];", "sum").empty());
}

TEST_CASE("a compare-and-swap of a float's bits is told a conversion that it is handed") {
    const auto words_in = [](const std::string& value) {
        const StudentSource source(
            "__device__ void add(int* p, float v) {\nint seen = *p;\nseen = "
            "atomicCAS(p, seen, " +
            value + ");\n}\n");
        Settled settled;
        settled.recorded.finding.self.op = Op::read;
        settled.recorded.finding.other = Party{.op = Op::atomic};
        settled.recorded.finding.variant = Variant::guard;
        settled.self = source.line(2);
        settled.other = source.line(3);
        return compare_and_swap_words(settled);
    };
    CHECK(
        words_in("(int)(__int_as_float(seen) + v)")
            .starts_with("`(int)(__int_as_float(seen) + v)` on line 3 is a number made whole, and "
                         "what is stored there are the bits of a float: __float_as_int() gives "
                         "those. The read only guesses"));
    CHECK(
        words_in("__float_as_int(__int_as_float(seen) + v)").starts_with("The read only guesses"));
}
