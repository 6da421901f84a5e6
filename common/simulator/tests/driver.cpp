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
// cublasSgemv_v2 is for a library to replace.
TEST_CASE("the runtime shares no function of the standard library's with the program") {
    const Workplace place;
    const auto ran =
        place.run("nm --defined-only --format=posix " RUNTIME " | grep -v '^cublasSgemv_v2 W '");
    REQUIRE(has(ran.output, "cudaMalloc T"));
    for (const char* weak : {" W ", " V ", " w ", " v ", " u "}) CHECK_FALSE(has(ran.output, weak));
}

TEST_CASE("what is refused is told for all lines at once") {
    const Workplace place;
    place.write("a.cu",
                "__global__ void k() {\n    asm(\"exit;\");\n    cudaDeviceSynchronize();\n}\n");
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

TEST_CASE("options for a device are noted in one line") {
    const Workplace place;
    place.write("a.cu", "");
    CHECK(place.simcc("-c -arch=sm_90 -lineinfo a.cu").errors ==
          "simcc: note: no effect on the simulator: -arch=sm_90 -lineinfo\n");
}

TEST_CASE("a program's macros of one letter do not reach into the headers") {
    const Workplace place;
    const std::string text = R"(
__device__ int table[N];
__global__ void k(int* p) { p[0] = N + M * T; }
)";
    place.write("given.cu", text);
    CHECK(place.simcc("-c given.cu -DN=16 -DM=3 -DT=2 -DA -DI -DP=1 -DR=1").errors == "");
    const std::string own = "#define N 16\n#define M 3\n#define K 8\n#define T 2\n";
    for (const char* const header :
         {"cuda_runtime.h", "cooperative_groups.h", "cooperative_groups/reduce.h", "cuda_fp16.h",
          "cuda_bf16.h", "cuda_fp8.h", "cuda/barrier", "cuda/pipeline", "cuda/atomic",
          "cuda/std/span", "mma.h", "curand_kernel.h", "cublas_v2.h", "cusparse.h"}) {
        INFO(header);
        place.write("a.cu", own + "#include <" + header + ">" + text);
        CHECK(place.simcc("-c a.cu").errors == "");
        place.write("b.cpp", own + "#include <" + header + ">\nint b = N + M + K + T;\n");
        if (std::string{header}.ends_with("_kernel.h") || std::string{header} == "mma.h") continue;
        CHECK(place.simcc("-c b.cpp").errors == "");
    }
}
