// simcc as a user sees it: messages, exit statuses, files that it makes, and files that it must not
// leave.
#include <doctest/doctest.h>

#include <filesystem>

#include "workplace.hpp"

TEST_CASE("no level of optimisation changes what is compiled") {
    const Workplace place;
    for (const std::string program : {"programs/histogram.cu", "planted/race_global_scatter.cu"}) {
        const auto compile = "-c " TESTS "/" + program;
        REQUIRE(place.simcc(compile + " -o a.o").status == 0);
        for (const std::string level : {"-O0", "-O3", "-O2 -g"}) {
            REQUIRE(place.simcc(compile + " -o b.o " + level).status == 0);
            CAPTURE(program);
            CAPTURE(level);
            CHECK(place.run("cmp a.o b.o").status == 0);
        }
    }
}

TEST_CASE("objects are made apart and linked later") {
    const Workplace place;
    place.write("a.cu", "__global__ void k() {}\nvoid f() { k<<<1, 1>>>(); }\n");
    place.write("b.cpp", "void f();\nint main() { f(); return 5; }\n");
    CHECK(place.simcc("-c a.cu b.cpp").status == 0);
    CHECK(place.simcc("-O3 -g a.o b.o -lm -lcudart -o prog").status == 0);
    CHECK(place.run("./prog").status == 5);
}

TEST_CASE("separate device code shares what is extern and nothing else") {
    const Workplace place;
    const auto compiled =
        place.simcc("-rdc=true " TESTS "/separate/main.cu " TESTS "/separate/other.cu " TESTS
                    "/separate/report.cpp -o program");
    CAPTURE(compiled.errors);
    REQUIRE(compiled.status == 0);
    CHECK(place.run("./program").output == "OK\n");
}

TEST_CASE("nothing temporary is left, after success and after failure") {
    const Workplace place;
    place.write("good.cu", program_that_prints_7);
    place.write("bad.cu", "int main() { return x; }\n");
    CHECK(place.simcc("good.cu -o prog").status == 0);
    CHECK(place.simcc("bad.cu -o bad").status == 1);
    CHECK_FALSE(place.has("bad"));
    std::size_t files = 0;
    for (const auto& entry : std::filesystem::directory_iterator(place.path("")))
        files += entry.exists();
    CHECK(files == 3);
}

TEST_CASE("the compiler's errors name the student's file and line, and show the line") {
    const Workplace place;
    place.write("a.cu", "__global__ void k(float* y) {\n    y[0] = undeclared;\n}\n");
    const auto result = place.simcc("-c a.cu");
    CHECK(result.status == 1);
    CHECK(has(result.errors, "a.cu: In kernel 'k':\n"));
    CHECK(has(result.errors, "a.cu:2: error: "));
    CHECK(has(result.errors, "    2 |     y[0] = undeclared;\n"));
    CHECK_FALSE(has(result.errors, "cusim"));
}

TEST_CASE("what nvcc wants an include for is not visible without it") {
    const Workplace place;
    const std::pair<std::string, std::string> uses[] = {{"cstdio", "printf(\"\")"},
                                                        {"cassert", "assert(true)"},
                                                        {"cstdint", "uint32_t()"},
                                                        {"cstdint", "std::uint64_t()"}};
    for (const auto& [header, use] : uses) {
        const auto text = "void f() { " + use + "; }\n";
        CAPTURE(use);
        place.write("a.cu", text);
        CHECK(place.simcc("-c a.cu").status == 1);
        place.write("a.cu", "#include <" + header + ">\n" + text);
        CHECK(place.simcc("-c a.cu").status == 0);
    }
}

TEST_CASE("the header of the vectors' types leaves the functions that make them to the program") {
    const Workplace place;
    place.write("point.h",
                "#pragma once\n#include <vector_types.h>\n"
                "#ifndef __CUDACC__\n"
                "inline double3 make_double3(double x, double y, double z) { return {z, y, x}; }\n"
                "#endif\n");
    place.write("a.cu",
                "#include \"point.h\"\ndouble3 of_the_host();\n"
                "int main() { return make_double3(1, 2, 3).x != 1 || of_the_host().x != 6; }\n");
    place.write("b.cpp",
                "#include \"point.h\"\ndouble3 of_the_host() { return make_double3(4, 5, 6); }\n");
    CHECK(place.simcc("a.cu b.cpp -o a").errors == "");
    CHECK(place.run("./a").status == 0);
    place.write("c.cpp",
                "#include <vector_functions.h>\nint main() { return make_int2(0, 1).x; }\n");
    CHECK(place.simcc("c.cpp -o c").errors == "");
}

TEST_CASE("a wrong argument of a launch is the compiler's own error") {
    const Workplace place;
    place.write("a.cu", "__global__ void k(float* y);\nvoid f(int n) {\n    k<<<1, 1>>>(n);\n}\n");
    const auto result = place.simcc("-c a.cu");
    CHECK(result.status == 1);
    CHECK(has(result.errors, "a.cu:3: error: invalid conversion from"));
    CHECK_FALSE(has(result.errors, "cusim"));
}

// Before, the report at the end of the program called the program's instrumented std::string.
TEST_CASE("the runtime shares no function of the standard library's with the program") {
    const Workplace place;
    const auto ran = place.run("nm --defined-only --format=posix " RUNTIME);
    REQUIRE(has(ran.output, "cudaMalloc T"));
    for (const char* weak : {" W ", " V ", " w ", " v ", " u "}) CHECK_FALSE(has(ran.output, weak));
}

TEST_CASE("what is refused is told for all lines at once") {
    const Workplace place;
    place.write("a.cu", "__global__ void k() {\n    asm(\"exit;\");\n    cudaDeviceSynchronize();\n}\n");
    const auto result = place.simcc("-c a.cu");
    CHECK(result.status == 1);
    CHECK(has(result.errors, "a.cu:2: error: unsupported: inline PTX: exit\n"));
    CHECK(has(result.errors, "a.cu:3: error: unsupported: waiting in device code"));
}

TEST_CASE("device functions see __CUDA_ARCH__, host functions do not") {
    const Workplace place;
    place.write("a.cu",
                "__host__ __device__ int side(int n) {\n"
                "#ifdef __CUDA_ARCH__\n"
                "    return n + 1000;\n"
                "#else\n"
                "    return n;\n"
                "#endif\n"
                "}\n"
                "template <class T> __device__ T twice(T x) {\n"
                "#if __CUDA_ARCH__ >= 700\n"
                "    return x + x;\n"
                "#else\n"
                "    return oops;\n"
                "#endif\n"
                "}\n"
                "__global__ void k(int* out) {\n"
                "#if __CUDA_ARCH__ == 860\n"
                "    out[0] = side(twice(1));\n"
                "#endif\n"
                "    out[1] = __LINE__;\n"
                "    out[2] = 0;\n"
                "}\n"
                "int main() {\n"
                "    int *out, result[2] = {};\n"
                "    cudaMalloc(&out, 8);\n"
                "    k<<<1, 1>>>(out);\n"
                "    cudaMemcpy(result, out, 8, cudaMemcpyDeviceToHost);\n"
                "    return result[0] == 1002 && side(1) == 1 ? 0 : 1;\n"
                "}\n");
    const auto compiled = place.simcc("a.cu -o a -arch=sm_86");
    REQUIRE(compiled.status == 0);
    const auto ran = place.run("./a");
    CHECK(has(ran.errors, "a.cu:20: error: out of bounds"));
}

TEST_CASE("a test of __CUDA_ARCH__ is warned of where it stands") {
    const Workplace place;
    place.write("a.cu", "\n#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 700\nint x;\n#endif\n");
    const auto result = place.simcc("-c a.cu");
    CHECK(result.status == 0);
    CHECK(has(result.errors,
              "a.cu:2: warning: __CUDA_ARCH__ is defined within device functions only"));
}

TEST_CASE("warnings asked for are given, and none from the translation") {
    const Workplace place;
    place.write("a.cu",
                "__global__ void k(int n) {\n    __shared__ int s[4];\n    int unused;\n"
                "#pragma unroll\n    for (int i = 0; i < 4; ++i) s[i] = n;\n}\n");
    const auto result = place.simcc("-Wall -Wextra -c a.cu");
    CHECK(result.status == 0);
    CHECK(has(result.errors, "a.cu:3: warning: unused variable 'unused'"));
    CHECK(result.errors.find("warning") == result.errors.rfind("warning: "));
}

TEST_CASE("the preprocessed text is not translated") {
    const Workplace place;
    place.write("a.cu", "#define G 1\n__global__ void k();\nvoid f() { k<<<G, 2>>>(); }\n");
    CHECK(place.simcc("--preprocess-only a.cu -o a.ii").status == 0);
    const auto text = place.run("tail -1 a.ii");
    CHECK(text.output == "void f() { k<<<1, 2>>>(); }\n");
    CHECK(has(place.simcc("--translate-only a.cu").output, "(::cusim::configure(1, 2), k"));
}

TEST_CASE("what was preprocessed before compiles as if it came from its source") {
    const Workplace place;
    place.write("h.h", "#define TWO 2\n");
    place.write("a.cu",
                "#include \"h.h\"\n__global__ void k(int* y) {\n    *y = TWO;\n    y[1] = z;\n}\n");
    CHECK(place.simcc("-E a.cu -o a.ii").status == 0);
    const auto result = place.simcc("-c a.ii");
    CHECK(result.status == 1);
    CHECK(result.errors == place.simcc("-c a.cu").errors);
    CHECK(has(result.errors, "a.cu:4: error: "));
    place.write("b.cu", program_that_prints_7);
    CHECK(place.simcc("-E b.cu -o b.ii").status == 0);
    CHECK(place.simcc("b.ii -o prog").status == 0);
    CHECK(place.simcc("-E b.ii -o c.ii").status == 0);
    CHECK(place.run("cmp b.ii c.ii").status == 0);
}

TEST_CASE("the compiled prelude stands for its text, where it is fit to") {
    const Workplace place;
    place.write("a.cu", program_that_prints_7);
    const std::string reference = "#pragma GCC pch_preprocess ", text = "cudaDeviceReset";
    const auto short_text = place.simcc("-E -fpch-preprocess a.cu").output;
    CHECK(has(short_text, reference));
    CHECK_FALSE(has(short_text, text));
    CHECK(place.simcc("-E -fpch-preprocess a.cu -o a.ii").status == 0);
    CHECK(place.simcc("a.ii -o prog").status == 0);
    CHECK(place.run("./prog").output == "7\n");
    for (const std::string unfit :
         {"-std=c++17", "-G", "-D_GLIBCXX_ASSERTIONS", "-include cfloat"}) {
        CAPTURE(unfit);
        const auto whole = place.simcc("-E -fpch-preprocess a.cu " + unfit).output;
        CHECK_FALSE(has(whole, reference));
        CHECK(has(whole, text));
        CHECK(place.simcc("a.cu -o prog " + unfit).status == 0);
    }
    CHECK(has(place.simcc("-E a.cu").output, text));
    CHECK(has(place.simcc("-E -fpch-preprocess -DNDEBUG a.cu").output, reference));
    CHECK(has(place.simcc("--precompile").errors, "--precompile needs -o FILE"));
}

TEST_CASE(
    "a function of the host with the name of one of the prelude's is no call from the wrong side") {
    const Workplace place;
    place.write("a.cu",
                "int max(int a, int b, int c) { return a > b ? a : b > c ? b : c; }\n"
                "__global__ void k(int* n) { *n = max(1, 2); }\n"
                "int main() { return max(0, 0, 0); }\n");
    const auto built = place.simcc("a.cu");
    CHECK(built.errors == "");
    CHECK(built.status == 0);
    CHECK(place.simcc("-E -fpch-preprocess a.cu -o a.ii").status == 0);
    CHECK(place.simcc("-c a.ii").status == 0);
}

TEST_CASE("dependencies are written for make") {
    const Workplace place;
    place.write("h.h", "");
    place.write("a.cu", "#include \"h.h\"\n");
    CHECK(place.simcc("-c a.cu -MMD -MF a.d -MT a.o").status == 0);
    CHECK(has(place.run("cat a.d").output, "a.o: "));
    CHECK(has(place.run("cat a.d").output, "h.h"));
}

TEST_CASE("wrong use is told in one line") {
    const Workplace place;
    CHECK(place.simcc("").errors == "simcc: error: no input files\n");
    CHECK(place.simcc("none.cu").errors == "simcc: error: none.cu: no such file\n");
    CHECK(place.simcc("none.cu").status == 1);
    CHECK(place.simcc("--help").output.starts_with("usage: simcc"));
}

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
    place.write("a.cu",
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

TEST_CASE("options for a device are noted in one line") {
    const Workplace place;
    place.write("a.cu", "");
    CHECK(place.simcc("-c -arch=sm_90 -lineinfo a.cu").errors ==
          "simcc: note: no effect on the simulator: -arch=sm_90 -lineinfo\n");
}
