// Programs of several files, built as public ones are: by make, with libraries and a step that
// links device code, and by CMake.
#include <doctest/doctest.h>

#include "workplace.hpp"

namespace {

const char* const kernels = R"(#include "kernels.h"
__device__ int bump(int x) { return x + BUMP; }
__global__ void fill(int* p) { p[threadIdx.x] = bump(threadIdx.x); }
void filled(int* p, int n) { fill<<<1, n>>>(p); }
)";

const char* const caller = R"(#include "kernels.h"
#include <cstdio>
extern __device__ int bump(int);
__global__ void again(int* p) { p[threadIdx.x] = bump(p[threadIdx.x]); }
int main() {
    int* p;
    cudaMallocManaged(&p, 32 * sizeof(int));
    filled(p, 32);
    again<<<1, 32>>>(p);
    cudaDeviceSynchronize();
    std::printf("%d, %d device\n", p[31], devices());
    cudaFree(p);
}
)";

const char* const host = R"(#include <cuda_runtime.h>
#include "kernels.h"
int devices() {
    int count = 0;
    return cudaGetDeviceCount(&count) == cudaSuccess ? count : -1;
}
)";

void write_program(const Workplace& place) {
    place.write("kernels.h", "#define BUMP 3\nvoid filled(int* p, int n);\nint devices();\n");
    place.write("kernels.cu", kernels);
    place.write("caller.cu", caller);
    place.write("host.cpp", host);
}

}  // namespace

TEST_CASE("a static library, a file of options and a step that links device code") {
    const Workplace place;
    write_program(place);
    place.write("objects", "caller.o \"host.o\"\n");
    REQUIRE(place.simcc("-dc kernels.cu -o kernels.o").errors == "");
    REQUIRE(place.simcc("-dc caller.cu -o caller.o").errors == "");
    REQUIRE(place.simcc("-c host.cpp -o host.o").errors == "");
    REQUIRE(place.simcc("-lib kernels.o -o libkernels.a").errors == "");
    REQUIRE(place.simcc("-dlink --options-file objects -o linked.o").errors == "");
    REQUIRE(place.simcc("@objects linked.o -L. -lkernels -o program").errors == "");
    CHECK(place.run("./program").output == "37, 1 device\n");
}

TEST_CASE("CMake builds a program of C++ and CUDA files with libraries of the toolkit") {
    const Workplace place;
    if (place.run("cmake --version").status != 0) {
        MESSAGE("skipped: there is no cmake");
        return;
    }
    write_program(place);
    place.write("CMakeLists.txt",
                "cmake_minimum_required(VERSION 3.18)\n"
                "project(built LANGUAGES CXX CUDA)\n"
                "find_package(CUDAToolkit REQUIRED)\n"
                "add_library(kernels STATIC kernels.cu)\n"
                "add_executable(program caller.cu host.cpp)\n"
                "target_link_libraries(program PRIVATE kernels CUDA::cudart CUDA::cublas)\n"
                "set_target_properties(kernels program PROPERTIES CUDA_ARCHITECTURES 90\n"
                "                      CUDA_STANDARD 17 CUDA_SEPARABLE_COMPILATION ON)\n");
    const auto configured = place.run("cmake --toolchain " TOOLKIT "/simcc.cmake -S . -B build");
    REQUIRE_MESSAGE(configured.status == 0, configured.errors);
    const auto built = place.run("cmake --build build");
    REQUIRE_MESSAGE(built.status == 0, built.errors);
    CHECK(place.run("build/program").output == "37, 1 device\n");
}

TEST_CASE("the default stream is each thread's own where the command line asks for it") {
    const Workplace place;
    place.write("a.cu", R"(#include <thread>
__global__ void add(int* p) { p[threadIdx.x] += 1; }
int main() {
    int* p;
    cudaMalloc(&p, 128);
    cudaMemset(p, 0, 128);
    cudaDeviceSynchronize();
    const auto launch = [p] { add<<<1, 32>>>(p); };
    std::thread first(launch), second(launch);
    first.join();
    second.join();
    int sums[32];
    cudaDeviceSynchronize();
    cudaMemcpy(sums, p, 128, cudaMemcpyDeviceToHost);
    cudaFree(p);
    return sums[31] - 2;
}
)");
    REQUIRE(place.simcc("a.cu -o shared").errors == "");
    CHECK(place.run("./shared").errors == "");
    REQUIRE(place.simcc("--default-stream=per-thread a.cu -o own").errors == "");
    const auto raced = place.run("./own");
    CHECK(raced.status == 66);
    CHECK(has(raced.errors, "The two kernels run in different streams"));
}

TEST_CASE("a file compiled by its whole path is the same file in every finding") {
    const Workplace place;
    place.write("a.cu",
                "__global__ void k(volatile int* flag, int* n) {\n"
                "    if (blockIdx.x == 1)\n"
                "        while (flag[0] == 0) {\n"
                "        }\n"
                "    else\n"
                "        flag[0] = 1;\n"
                "    if (threadIdx.x < 40) __syncthreads();\n"
                "    n[0] = threadIdx.x;\n"
                "}\n"
                "int main() {\n"
                "    int *flag, *n;\n"
                "    cudaMalloc(&flag, 4);\n"
                "    cudaMalloc(&n, 4);\n"
                "    cudaMemset(flag, 0, 4);\n"
                "    k<<<2, 64>>>(flag, n);\n"
                "    cudaFree(flag);\n"
                "    cudaFree(n);\n"
                "}\n");
    REQUIRE(place.simcc("a.cu -o near").status == 0);
    REQUIRE(place.simcc(place.path("a.cu") + " -o far").status == 0);
    const auto near = place.run("./near"), far = place.run("./far");
    CHECK(has(near.errors, "a.cu:7: warning: barrier"));
    CHECK(has(near.errors, "a.cu:8: error: race: n"));
    CHECK_FALSE(has(near.errors, "race: flag"));
    CHECK(near.errors == far.errors);
}
