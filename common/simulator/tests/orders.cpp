// Mistakes that not every order of threads shows, each in the orders that must show it.
#include <doctest/doctest.h>

#include "workplace.hpp"

TEST_CASE(
    "a release that another block's store ends is found from both sides, with no fence asked") {
    // If block 1 comes first, block 2 waits forever.
    const Workplace place;
    place.write("a.cu",
                "__global__ void k(int* d, volatile int* f, int* o) {\n"
                "    if (blockIdx.x == 0) { d[0] = 42; __threadfence(); f[0] = 1; }\n"
                "    else if (blockIdx.x == 1) f[0] = 2;\n"
                "    else { while (f[0] != 2) {} __threadfence(); o[0] = d[0]; }\n"
                "}\n"
                "int main() {\n"
                "    int* p;\n"
                "    cudaMalloc(&p, 12);\n"
                "    cudaMemset(p, 0, 12);\n"
                "    k<<<3, 1>>>(p, p + 1, p + 2);\n"
                "    cudaDeviceSynchronize();\n"
                "    cudaFree(p);\n"
                "}\n");
    REQUIRE(place.simcc("a.cu -o a").status == 0);
    const auto forward = place.run("./a");
    CHECK(forward.status == 66);
    CHECK(has(forward.errors, "a.cu:4: error: race: d[0]"));
    CHECK(has(forward.errors, "nothing orders the two"));
    CHECK_FALSE(has(forward.errors, "put __threadfence()"));
    const auto reverse = place.run("./a", "SIM_ORDER=reverse");
    CHECK(reverse.status == 66);
    CHECK(has(reverse.errors, "a.cu:2: error: race: d[0]"));
}
