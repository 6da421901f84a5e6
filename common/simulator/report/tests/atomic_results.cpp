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

namespace {

// A thread reads y on line 3, and line 4 changes it by an atomic.
std::string words_of_change(const std::string& read, const std::string& atomic) {
    const StudentSource source(
        "__global__ void k(float* y, int i, float v) {\nint* at = (int*)y;\n" + read + "\n" +
        atomic + "\n}\n");
    Settled settled;
    settled.recorded.finding.self.op = Op::read;
    settled.recorded.finding.other = Party{.op = Op::atomic};
    settled.self = source.line(3);
    settled.other = source.line(4);
    return stores_what_is_made_of_it(settled);
}

}  // namespace

TEST_CASE("an exchange that stores what is made of a value read before loses what comes between") {
    const std::string words =
        "What atomicExch() stores on line 4 is made of what line 3 has read before, so what other "
        "threads store in between is lost: let one atomic read and change it, as atomicAdd() does.";
    CHECK(words_of_change("float old = y[i];", "atomicExch(&y[i], old + v);") == words);
    CHECK(words_of_change("v *= 2;", "atomicExch(&y[i], y[i] + v);") == words);
    CHECK(words_of_change("float old = y[i];", "atomicExch(&y[i], v);").empty());
}

TEST_CASE(
    "a compare-and-swap whose result nothing looks at is told that it may have stored nothing") {
    CHECK(words_of_change("float old = y[i];", "atomicCAS(at, bits(old), bits(old + v));")
              .starts_with("atomicCAS() on line 4 stores only where it finds what line 3 has read "
                           "before, and nothing looks at what it returns"));
    CHECK(words_of_change("float old = y[i];", "int was = atomicCAS(at, bits(old), bits(old + v));")
              .empty());
    CHECK(words_of_change("float old = y[i];", "float was = (float)atomicCAS(at, old, old + v);")
              .empty());
    CHECK_FALSE(words_of_change("float old = y[i];", "(void)atomicCAS(at, old, old + v);").empty());
    CHECK_FALSE(
        words_of_change("float old = y[i];", "if (v > 0) atomicCAS(at, old, old + v);").empty());
}
