// What simcc takes for CUDA and C++: language standards, OpenMP, and libraries' headers, which are
// the simulator's, the program's own, or refused.
#include <doctest/doctest.h>

#include <filesystem>

#include "workplace.hpp"

TEST_CASE("every language standard that nvcc takes compiles a kernel and half precision") {
    const Workplace place;
    place.write("a.cu",
                "#include <cuda_fp16.h>\n"
                "__device__ int calls;\n"
                "template <class T> __global__ void k(T* out) {\n"
                "    __shared__ T tile[32];\n"
                "    tile[threadIdx.x] = T(threadIdx.x);\n"
                "    __syncthreads();\n"
                "    const half2 pair(1.f, 2.f);\n"
                "    out[threadIdx.x] = tile[31 - threadIdx.x] + __low2float(pair * pair);\n"
                "    atomicAdd(&calls, 1);\n"
                "}\n"
                "int main() {\n"
                "    const float* out;\n"
                "    cudaMallocManaged(&out, 32 * sizeof *out);\n"
                "    int grid, block;\n"
                "    cudaOccupancyMaxPotentialBlockSize(&grid, &block, (void*)k<float>, 0, 256);\n"
                "    k<<<1, 32>>>(const_cast<float*>(out));\n"
                "    cudaDeviceSynchronize();\n"
                "    const bool good = out[0] == 32 && out[31] == 1 && block == 256;\n"
                "    cudaFree((void*)out);\n"
                "    return good ? 0 : 1;\n"
                "}\n");
    for (const char* standard : {"c++11", "c++14", "c++17"}) {
        CAPTURE(standard);
        const auto compiled = place.simcc("a.cu -o a -std=" + std::string(standard));
        REQUIRE(compiled.errors == "");
        CHECK(place.run("./a").status == 0);
    }
}

TEST_CASE("what is C++17 and no C++20 compiles where no standard is asked for") {
    const Workplace place;
    place.write("a.cu",
                "#include <iostream>\n"
                "int main() { char* name = new char[9]; std::cin >> name; delete[] name; }\n");
    const auto compiled = place.simcc("a.cu -o a");
    REQUIRE(compiled.status == 0);
    CHECK(compiled.errors.find("compiled as C++17") != std::string::npos);
    CHECK(place.simcc("a.cu -o a -std=c++20").status == 1);
    place.write("b.cu", "int main() { return undeclared; }\n");
    const auto failed = place.simcc("b.cu -o b");
    CHECK(failed.status == 1);
    CHECK(failed.errors.find("error: ") == failed.errors.rfind("error: "));
}

TEST_CASE("OpenMP's directives on the host are followed, by one thread") {
    const Workplace place;
    place.write("a.cu",
                "#include <omp.h>\n"
                "__global__ void k(int* n) { *n += 1; }\n"
                "int main() {\n"
                "    int* n;\n"
                "    int threads = 0, kept = 5;\n"
                "    cudaMallocManaged(&n, 4);\n"
                "    *n = 0;\n"
                "#pragma omp parallel num_threads(4) firstprivate(kept)\n"
                "    {\n"
                "        kept = 0;\n"
                "        threads += omp_get_num_threads();\n"
                "#pragma omp for schedule(dynamic)\n"
                "        for (int i = 0; i < 8; ++i) k<<<1, 1>>>(n);\n"
                "    }\n"
                "    cudaDeviceSynchronize();\n"
                "    const bool good = *n == 8 && threads == 1 && kept == 5 && _OPENMP > 0;\n"
                "    cudaFree(n);\n"
                "    return good ? 0 : 1;\n"
                "}\n");
    REQUIRE(place.simcc("a.cu -o a -Xcompiler -fopenmp").errors == "");
    CHECK(place.run("./a").status == 0);
}

TEST_CASE("a library's header is refused in one line, whether a toolkit is installed or not") {
    const Workplace place;
    place.write("a.cpp", "#include <cuda_runtime.h>\n#include <cudnn.h>\nint main() {}\n");
    place.write("toolkit/cudnn.h", "#define __device__ oops oops\n__device__\n");
    place.write("b.cu", "#include <cub/device/device_topk.cuh>\nint main() {}\n");
    const std::string expected =
        "a.cpp:2: error: unsupported: the simulator does not have cuDNN (<cudnn.h>)\n"
        "    2 | #include <cudnn.h>\n";
    CHECK(place.simcc("a.cpp -I toolkit").errors == expected);
    CHECK(place.simcc("b.cu").errors ==
          "b.cu:1: error: unsupported: the simulator does not have this part of CUB "
          "(<cub/device/device_topk.cuh>)\n"
          "    1 | #include <cub/device/device_topk.cuh>\n");
}

TEST_CASE("code for one side by the macros of <nv/target>, without a word of __CUDA_ARCH__") {
    const Workplace place;
    place.write(
        "a.cu",
        "#include <nv/target>\n"
        "#include <cstdio>\n"
        "__host__ __device__ int side() {\n"
        "    NV_IF_ELSE_TARGET(NV_IS_DEVICE, (return 1;), (return 2;))\n"
        "}\n"
        "__global__ void k(int* to) {\n"
        "    NV_IF_TARGET(NV_IS_HOST, (to[0] = 2; to[1] = 2;), (to[0] = 1; to[1] = 1;))\n"
        "    NV_IF_TARGET(NV_IS_HOST, (to[1] = 2;))\n"
        "    to[2] = side();\n"
        "    NV_DISPATCH_TARGET(NV_PROVIDES_SM_120, (to[3] = 120;),\n"
        "                       NV_PROVIDES_SM_60, (to[3] = 60;), NV_IS_HOST, (to[3] = 1;))\n"
        "}\n"
        "int main() {\n"
        "    int* v;\n"
        "    cudaMallocManaged(&v, 4 * sizeof(int));\n"
        "    k<<<1, 1>>>(v);\n"
        "    cudaDeviceSynchronize();\n"
        "    std::printf(\"%d %d %d %d, %d\\n\", v[0], v[1], v[2], v[3], side());\n"
        "    cudaFree(v);\n"
        "}\n");
    REQUIRE(place.simcc("a.cu -o a -arch=sm_90").status == 0);
    CHECK(place.run("./a").output == "1 1 1 60, 2\n");
    REQUIRE(place.simcc("a.cu -o a -arch=sm_120").status == 0);
    CHECK(place.run("./a").output == "1 1 1 120, 2\n");
}

TEST_CASE("a library that is there is not refused for another one that includes it") {
    const Workplace place;
    place.write("toolkit/cublas_v2.h", "");
    place.write("toolkit/cudnn.h", "#include \"cublas_v2.h\"\n");
    place.write("a.cu", "#include <cublas_v2.h>\n#include <cudnn.h>\nint main() {}\n");
    CHECK(place.simcc("a.cu -I toolkit").errors ==
          "a.cu:2: error: unsupported: the simulator does not have cuDNN (<cudnn.h>)\n"
          "    2 | #include <cudnn.h>\n");
}

TEST_CASE("a program's own header may begin like a library's") {
    const Workplace place;
    place.write("cublas_wrapper.h", "inline int wrapped() { return 1; }\n");
    place.write("common/cusolver_utils.h", "inline int used() { return 2; }\n");
    place.write("a.cu",
                "#include \"cublas_wrapper.h\"\n#include \"cusolver_utils.h\"\n"
                "int main() { return wrapped() + used() - 3; }\n");
    CHECK(place.simcc("a.cu -o a -I common").errors == "");
    CHECK(place.run("./a").status == 0);
    CHECK(place.simcc("a.cu").errors.find("unsupported") == std::string::npos);
}

TEST_CASE("a toolkit's own cooperative groups never reach a translation") {
    const Workplace place;
    place.write("toolkit/cooperative_groups/details/made_up.h", "#define __device__ oops oops\n");
    place.write("a.cu", "#include <cooperative_groups/details/made_up.h>\nint main() {}\n");
    CHECK(place.simcc("a.cu -I toolkit").errors ==
          "a.cu:1: error: unsupported: the simulator does not have this part of cooperative groups "
          "(<cooperative_groups/details/made_up.h>)\n"
          "    1 | #include <cooperative_groups/details/made_up.h>\n");
}
