// Launches that nvcc refuses: each gives one line that says what to write, and no others are
// refused.
#include "simulator/simcc/tests/translated.hpp"

using namespace cusim::simcc::tests;

namespace {

const std::string kernel = "__global__ void k(int n) {}\n";

bool is_taken(std::string_view text) {
    return translated(text).diagnostics.empty();
}

}  // namespace

TEST_CASE("a launch of a function without __global__ is refused, with the advice to add it") {
    const std::string words =
        "k is launched and is not a kernel: put __global__ in front of its definition, as in "
        "`__global__ void k(…)`";
    CHECK(complaint("void k(int n) {}\nvoid f() { k<<<1, 32>>>(3); }") == "a.cu:2: " + words);
    CHECK(complaint("__device__ void k(int n) {}\nvoid f() {\n  k<<<1, 32>>>(3); }") ==
          "a.cu:3: " + words);
}

TEST_CASE("a kernel called like a function is refused, with the way to launch it") {
    CHECK(complaint(kernel + "void f(int n) { k(n); }") ==
          "a.cu:2: k is a kernel and is called like a function: launch it, as in "
          "k<<<blocks, threads>>>(arguments)");
    CHECK(complaint(kernel + "void g() { k<<<1, 1>>>(1); }\nvoid f(int n) {\n if (n) k(n); }") ==
          "a.cu:4: k is a kernel and is called like a function: launch it, as in "
          "k<<<blocks, threads>>>(arguments)");
}

TEST_CASE("a kernel that is a member of a class is refused") {
    CHECK(
        complaint("struct S { __global__ void k() {} };") ==
        "a.cu:1: k is a kernel, and no kernel is a member of a class: define it outside, and pass "
        "the object");
    CHECK(is_taken(
        "struct S;\n__global__ void k(S* s) {}\nstruct S { friend __global__ void k(S*); };"));
    CHECK(is_taken("namespace a { template <class T> __global__ void k() {} }"));
}

TEST_CASE("two angle brackets instead of three say so") {
    CHECK(complaint(kernel + "void f(int n) { k<<n, 256>>(n); }") ==
          "a.cu:2: k is launched with two angle brackets, and a launch takes three on either side: "
          "k<<<blocks, threads>>>(arguments)");
}

TEST_CASE("code that only looks like a launch is left to the compiler") {
    CHECK(is_taken(kernel + "void f(void (*k)(int)) { k(3); }"));
    CHECK(is_taken(kernel + "struct S { void k(int); }; void f(S& s) { s.k(3); }"));
    CHECK(is_taken(kernel + "void f() { int k(3); }"));
    CHECK(is_taken("template <class F> void run(F k) { k<<<1, 1>>>(3); }"));
    CHECK(is_taken("void k(int) {}\nvoid f(void (*k)(int)) { k<<<1, 1>>>(3); }"));
    CHECK(is_taken(kernel + "template <class F> void run(F f); void f() { run(k); }"));
    CHECK(is_taken(kernel + "void f() { (k<<<1, 1>>>(1)); auto* p = &k; p<<<1, 1>>>(1); }"));
}
