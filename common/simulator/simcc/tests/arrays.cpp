// Arrays that nvcc refuses and g++ would take, and their neighbours, which both take.
#include "simulator/simcc/tests/translated.hpp"

using namespace cusim::simcc::tests;

namespace {

bool array_is_taken(std::string_view text) {
    return translated(text).diagnostics.empty();
}

}  // namespace

TEST_CASE("an array of device code whose size is known only at run time is refused") {
    const std::string words =
        " is known only when the kernel runs: make it constexpr or a template parameter, or use an "
        "extern __shared__ array, whose bytes the launch states";
    const std::string start = "a.cu:1: the size of an array in device code is a constant, and ";
    CHECK(complaint("__global__ void k(int n) { float a[n]; }") == start + "n" + words);
    CHECK(complaint("__device__ void f(int n) { unsigned int a[4][2 * n + 1]; }") ==
          start + "n" + words);
    CHECK(complaint("__global__ void k() { __shared__ float s[blockDim.x]; }") ==
          start + "blockDim" + words);
    CHECK(complaint("__global__ void k() { int m = 3; if (m) { double a[m]; } }") ==
          start + "m" + words);
}

TEST_CASE("an array whose size is a constant is not") {
    CHECK(
        array_is_taken("__global__ void k(int n) { const int m = 4; float a[m], b[sizeof(n)]; }"));
    CHECK(array_is_taken("template <int N> __global__ void k(int n) { float a[N]; a[n] = 1; }"));
    CHECK(array_is_taken("__global__ void k(int n) { { constexpr int n = 4; float a[n]; } }"));
    CHECK(array_is_taken("__global__ void k() { { int m = 4; } const int m = 3; float a[m]; }"));
    CHECK(array_is_taken("void f(int n) { float a[n]; }"));
    CHECK(array_is_taken(
        "__global__ void k(float* a, int n) { float x = a[n]; float y[2] = {x, a[n]}; }"));
}

TEST_CASE("a __shared__ array without a length is extern") {
    CHECK(
        complaint("__global__ void k() { __shared__ float s[]; }") ==
        "a.cu:1: a __shared__ array has a length, or is declared extern, and the launch gives its "
        "bytes: extern __shared__ … s[]");
    CHECK(array_is_taken("__global__ void k() { extern __shared__ float s[]; }"));
}

TEST_CASE("extern __shared__ arrays of one name and two types are refused") {
    CHECK(
        complaint("__global__ void k() { extern __shared__ float a[]; }\n"
                  "__global__ void q() { extern __shared__ int a[]; }") ==
        "a.cu:2: extern __shared__ arrays of one name are one variable to nvcc, and a is of float "
        "on line 1, and here of int: give them two names");
    CHECK(
        array_is_taken("__global__ void k() { extern __shared__ float a[]; }\n"
                       "__global__ void q() { extern __shared__ float a[]; }\n"
                       "__global__ void r() { extern __shared__ int b[]; }"));
    CHECK(array_is_taken(
        "template <class T> __global__ void k() { extern __shared__ float a[]; }\n"
        "template <class T> struct S { __device__ void f() { extern __shared__ int a[]; } };"));
}
