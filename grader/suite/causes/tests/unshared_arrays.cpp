// Which arrays of a kernel should be shared, according to its source.
#include "suite/causes/unshared_arrays.hpp"

#include <doctest/doctest.h>

namespace unshared_arrays_tests {

using namespace grader::suite;

std::vector<UnsharedArray> in_kernel(const std::string& body) {
    return unshared_arrays("// __global__\n__global__ void k(int n, float* y) {\n" + body +
                               "\n    __syncthreads();\n}\n",
                           "a.cu");
}

TEST_CASE("an array that is taken by the threads' numbers ought to be shared") {
    const auto found = in_kernel("    float Q[256];\n    Q[threadIdx.x] = 0;");
    REQUIRE(found.size() == 1);
    CHECK(found[0] == UnsharedArray{"k", "a.cu", 3, "Q"});
    CHECK(in_kernel("int t = threadIdx.x, r = t / 8; float Q[8][8]; Q[r][0] = 0;").size() == 1);
    CHECK(unshared_arrays("__global__ void __launch_bounds__(64, 1) f() { float Q[9]; "
                          "__syncthreads(); Q[threadIdx.x] = 1; }",
                          "a.cu")[0]
              .kernel == "f");
}

TEST_CASE("an array that is shared, or a thread's own by what it does, is right as it is") {
    CHECK(in_kernel("__shared__ float Q[256]; Q[threadIdx.x] = 0;").empty());
    CHECK(in_kernel("extern __shared__ float Q[]; Q[threadIdx.x] = 0;").empty());
    CHECK(in_kernel("float sums[4]; for (int r = 0; r < 4; r++) sums[r] = 0;").empty());
    CHECK(in_kernel("float sums[4] = {}; sums[threadIdx.x % 4] = 1;").empty());
    CHECK(in_kernel("/* float Q[4]; */ y[threadIdx.x] = 0;").empty());
}

TEST_CASE("a brace in a literal ends no kernel") {
    CHECK(in_kernel("printf(\"}\"); float Q[4]; Q[threadIdx.x] = '}';").size() == 1);
}

TEST_CASE("text that is cut short, or has no barrier, has no such array") {
    CHECK(
        unshared_arrays("__global__ void k() { float Q[4]; Q[threadIdx.x] = 1; }", "a.cu").empty());
    for (const char* const text :
         {"", "/", "/*", "//", "__global__", "__syncthreads __global__ void k(",
          "__syncthreads __global__ void k() {", "__syncthreads __global__ ( { float Q[",
          "__syncthreads __global__ void k() { float Q[4]; Q["})
        CHECK(unshared_arrays(text, "a.cu").empty());
}

}  // namespace unshared_arrays_tests
