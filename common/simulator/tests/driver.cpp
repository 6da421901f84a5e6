// simcc seen from the outside: messages, exit statuses, files it makes and files it must not leave.
#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "workplace.hpp"

namespace {

const char* const good = R"(#include <cstdio>
__global__ void k(int* n) { *n = 7; }
int main() {
    int* n;
    cudaMallocManaged(&n, sizeof *n);
    k<<<1, 1>>>(n);
    cudaDeviceSynchronize();
    std::printf("%d\n", *n);
    cudaFree(n);
    return 3;
}
)";

bool has(const std::string& text, const std::string& part) {
    return text.find(part) != text.npos;
}

}  // namespace

TEST_CASE("a program keeps its own exit status") {
    const Workplace place;
    place.write("a.cu", good);
    REQUIRE(place.simcc("a.cu").status == 0);
    const auto ran = place.run("./a.out");
    CHECK(ran.output == "7\n");
    CHECK(ran.status == 3);
}

TEST_CASE("a program that returns 0 after an error was found exits with 66") {
    const Workplace place;
    place.write("a.cu",
                "__global__ void k(int* n) {\n    n[1] = 7;\n}\n"
                "int main() { int* n; cudaMalloc(&n, 4); k<<<1, 1>>>(n); cudaFree(n); }\n");
    REQUIRE(place.simcc("a.cu -o a").status == 0);
    const auto ran = place.run("./a", "SIM_REPORT=report.json");
    CHECK(ran.status == 66);
    CHECK(has(ran.errors, "a.cu:2"));
    CHECK(place.has("report.json"));
}

TEST_CASE(
    "a program asked to explain itself shows its launches from close up, and counts the same") {
    const Workplace place;
    place.write("a.cu",
                "__global__ void k(int* n) {\n"
                "    __shared__ int s[64];\n"
                "    s[threadIdx.x] = n[threadIdx.x * 8];\n"
                "    __syncthreads();\n"
                "    n[threadIdx.x] = s[63 - threadIdx.x];\n"
                "}\n"
                "int main() {\n"
                "    int* n;\n"
                "    cudaMalloc(&n, 64 * 8 * 4);\n"
                "    cudaMemset(n, 0, 64 * 8 * 4);\n"
                "    k<<<1, 64>>>(n);\n"
                "    cudaFree(n);\n"
                "}\n");
    REQUIRE(place.simcc("a.cu -o a").status == 0);
    CHECK(place.run("./a", "SIM_REPORT=plain.json").errors == "");
    const auto ran = place.run("./a", "SIM_EXPLAIN=1 SIM_REPORT=close.json");
    CHECK(has(ran.errors, ">     3 |     s[threadIdx.x] = n[threadIdx.x * 8];"));
    CHECK(has(ran.errors, "32 lanes take 32 sectors; 4 would do"));
    CHECK(has(ran.errors, "  a.cu:4                       1       64   2 2\n"));
    auto plain = nlohmann::json::parse(std::ifstream(place.path("plain.json")))["kernels"][0];
    auto close = nlohmann::json::parse(std::ifstream(place.path("close.json")))["kernels"][0];
    CHECK(close.erase("worst_lines") == 1);
    CHECK(close.erase("barrier_timeline") == 1);
    CHECK(plain == close);
}

TEST_CASE("the barriers seen from close up are those of the block asked for") {
    const Workplace place;
    place.write("a.cu",
                "__global__ void k(int* n) {\n"
                "    if (blockIdx.y == 1) n[threadIdx.x] = 0;\n"
                "    if (blockIdx.y == 1) __syncthreads();\n"
                "}\n"
                "int main() {\n"
                "    int* n;\n"
                "    cudaMalloc(&n, 64 * 4);\n"
                "    k<<<dim3(1, 2), 64>>>(n);\n"
                "    cudaFree(n);\n"
                "}\n");
    REQUIRE(place.simcc("a.cu -o a").status == 0);
    const auto said = [&](const char* block) {
        return place.run("./a", std::string("SIM_EXPLAIN=1 SIM_EXPLAIN_BLOCK=") + block).errors;
    };
    CHECK(has(said(""), "\nBlock (0,0,0) passed no barrier.\n"));
    CHECK(has(said("0,1"), "\nBarriers of block (0,1,0)\n"));
    CHECK(has(said("0,1"), "  a.cu:3                       1       64   1 1\n"));
    CHECK(has(said("2"), "\nThe grid has no block (2,0,0).\n"));
}

TEST_CASE("a setting that cannot be meant ends the program with 2 and a line that names it") {
    const Workplace place;
    place.write("a.cu", good);
    REQUIRE(place.simcc("-G a.cu").status == 0);
    struct Setting {
        std::string variable, expected;
        std::vector<std::string> refused;
    };
    const Setting settings[] = {
        {"SIM_ORDER",
         "forward, reverse, random:SEED, compare, apart or witness:…",
         {"backward", "random", "random:", "random:x", "random:-1", "witness:junk"}},
        {"SIM_DEVICE", "one of h100 p100 k20c c2050 mini", {"H100", "h101"}},
        {"SIM_STOP_AT", "BLOCK:THREAD, as in 2:7 or 1,0:3,2", {"2", "2:", ":7", "a:b", "1:2:3"}},
        {"SIM_STEP_LIMIT",
         "millions of steps, from 1 to 1000000000",
         {"0", "-1", "1.5", "ten", "1000000001", "99999999999999999999"}},
        {"SIM_EXPLAIN", "1 or 0", {"yes", "2"}},
        {"SIM_AUDIT", "1 or 0", {"yes", "2"}},
        {"SIM_EXPLAIN_BLOCK",
         "a block, as in 2 or 1,0",
         {"x", "-1", "1,", "1,0,0,0", "4294967296", "1.5"}},
    };
    for (const auto& [variable, expected, refused] : settings) {
        CAPTURE(variable);
        CHECK(place.run("./a.out", variable + "=").status == 3);
        for (const std::string& text : refused) {
            const auto ran = place.run("./a.out", variable + "=" + text);
            CHECK(ran.status == 2);
            CHECK(ran.errors ==
                  "simulator: " + variable + " is \"" + text + "\"; expected " + expected + "\n");
        }
    }
}

TEST_CASE(
    "with its blocks apart a program races where one needs another's result, and only there") {
    const Workplace place;
    const auto races = [&](const std::string& program, const std::string& order) {
        REQUIRE(place.simcc("-G " TESTS "/planted/" + program + ".cu").status == 0);
        return has(place.run("./a.out", "SIM_ORDER=" + order).errors, "race");
    };
    for (const std::string program : {"clean_grid_sync", "clean_last_block_ticket"}) {
        CAPTURE(program);
        CHECK_FALSE(races(program, "forward"));
        CHECK(races(program, "apart"));
    }
    for (const std::string program : {"clean_double_buffer", "clean_atomics_on_one_address"}) {
        CAPTURE(program);
        CHECK_FALSE(races(program, "apart"));
    }
    place.write("own.cu", R"(#include <cooperative_groups.h>
__device__ int sums[64];
__global__ void k() {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    sums[i] = i;
    cooperative_groups::this_grid().sync();
    sums[i] += 1;
}
int main() {
    cudaLaunchCooperativeKernel(reinterpret_cast<void*>(k), 2, 32, nullptr);
    cudaDeviceSynchronize();
}
)");
    REQUIRE(place.simcc("-G own.cu").status == 0);
    CHECK_FALSE(has(place.run("./a.out", "SIM_ORDER=apart").errors, "race"));
}

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
    place.write("good.cu", good);
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

TEST_CASE("a wrong argument of a launch is the compiler's own error") {
    const Workplace place;
    place.write("a.cu", "__global__ void k(float* y);\nvoid f(int n) {\n    k<<<1, 1>>>(n);\n}\n");
    const auto result = place.simcc("-c a.cu");
    CHECK(result.status == 1);
    CHECK(has(result.errors, "a.cu:3: error: invalid conversion from"));
    CHECK_FALSE(has(result.errors, "cusim"));
}

// Its report, made when the program ended, went through the program's hooked std::string.
TEST_CASE("the runtime shares no function of the standard library's with the program") {
    const Workplace place;
    const auto ran = place.run("nm --defined-only --format=posix " RUNTIME);
    REQUIRE(has(ran.output, "cudaMalloc T"));
    for (const char* weak : {" W ", " V ", " w ", " v ", " u "}) CHECK_FALSE(has(ran.output, weak));
}

TEST_CASE("what is refused is told for all lines at once") {
    const Workplace place;
    place.write("a.cu", "__global__ void k() {\n    asm(\"exit;\");\n    k<<<1, 1>>>();\n}\n");
    const auto result = place.simcc("-c a.cu");
    CHECK(result.status == 1);
    CHECK(has(result.errors, "a.cu:2: error: unsupported: inline PTX: exit\n"));
    CHECK(has(result.errors, "a.cu:3: error: unsupported: a launch from device code"));
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
    place.write("b.cu", good);
    CHECK(place.simcc("-E b.cu -o b.ii").status == 0);
    CHECK(place.simcc("b.ii -o prog").status == 0);
    CHECK(place.simcc("-E b.ii -o c.ii").status == 0);
    CHECK(place.run("cmp b.ii c.ii").status == 0);
}

TEST_CASE("the compiled prelude stands for its text, where it is fit to") {
    const Workplace place;
    place.write("a.cu", good);
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
    place.write("a.cpp", "#include <cuda_runtime.h>\n#include <cufft.h>\nint main() {}\n");
    place.write("toolkit/cufft.h", "#define __device__ oops oops\n__device__\n");
    place.write("b.cu", "#include <cub/device/device_topk.cuh>\nint main() {}\n");
    const std::string expected =
        "a.cpp:2: error: unsupported: the simulator does not have cuFFT (<cufft.h>)\n"
        "    2 | #include <cufft.h>\n";
    CHECK(place.simcc("a.cpp -I toolkit").errors == expected);
    CHECK(place.simcc("b.cu").errors ==
          "b.cu:1: error: unsupported: the simulator does not have this part of CUB "
          "(<cub/device/device_topk.cuh>)\n"
          "    1 | #include <cub/device/device_topk.cuh>\n");
}

TEST_CASE("options for a device are noted in one line") {
    const Workplace place;
    place.write("a.cu", "");
    CHECK(place.simcc("-c -arch=sm_90 -lineinfo a.cu").errors ==
          "simcc: note: no effect on the simulator: -arch=sm_90 -lineinfo\n");
}

TEST_CASE("a local variable that nothing was written to does not happen to be zero") {
    const Workplace place;
    place.write("a.cu",
                "#include <cstdio>\n"
                "__global__ void k(const float* x) {\n"
                "    float sum, parts[4];\n"
                "    for (int i = 0; i < 2; ++i) sum += x[i], parts[i] += x[i];\n"
                "    printf(\"%d %d\\n\", sum == 3, parts[1] == 2);\n"
                "}\n"
                "int main() {\n"
                "    const float host[] = {1, 2};\n"
                "    float* x;\n"
                "    cudaMalloc(&x, sizeof host);\n"
                "    cudaMemcpy(x, host, sizeof host, cudaMemcpyHostToDevice);\n"
                "    k<<<1, 1>>>(x);\n"
                "    cudaDeviceSynchronize();\n"
                "    cudaFree(x);\n"
                "}\n");
    REQUIRE(place.simcc("a.cu -o a").status == 0);
    CHECK(place.run("./a").output == "0 0\n");
}

TEST_CASE("an audit names what a library function touches unseen, with the line that calls it") {
    const Workplace place;
    place.write("a.cu",
                "#include <cstdio>\n"
                "#include <cstdlib>\n"
                "#include <cstring>\n"
                "__global__ void k(int* n) { n[0] += 1; }\n"
                "int main() {\n"
                "    int* n;\n"
                "    char* text;\n"
                "    cudaMallocManaged(&n, 8);\n"
                "    cudaMallocManaged(&text, 8);\n"
                "    n[0] = 1;\n"
                "    k<<<1, 1>>>(n);\n"
                "    cudaDeviceSynchronize();\n"
                "    std::snprintf(text, 8, \"%d\", n[0]);\n"
                "    std::printf(\"%zu\\n\", std::strlen(text));\n"
                "    std::free(strdup(text));\n"
                "    cudaFree(n);\n"
                "    cudaFree(text);\n"
                "}\n");
    REQUIRE(place.simcc("a.cu -o a").status == 0);
    CHECK(place.run("./a").status == 0);
    const auto audited = place.run("./a", "SIM_AUDIT=1");
    CHECK(audited.status == 66);
    CHECK(audited.output == "1\n");
    CHECK(has(audited.errors, "a.cu:15: error: not supported by the simulator"));
    CHECK(has(audited.errors, "simulator: 1 error\n"));
}

TEST_CASE("a store to the simulator's own variables ends the program, whatever makes it") {
    const Workplace place;
    place.write("a.cu",
                "#include <cstdio>\n"
                "#include <cstring>\n"
                "extern \"C\" char __start_cusim_data[], __start_cusim_bss[];\n"
                "struct Block { char text[24]; };\n"
                "__attribute__((noinline)) Block zeros() { return {}; }\n"
                "int main(int argc, char**) {\n"
                "    char* const data = argc % 2 ? __start_cusim_data : __start_cusim_bss;\n"
                "    if (argc <= 2) data[64] = 0;\n"
                "    if (argc == 3) std::memset(data, 0, 64);\n"
                "    if (argc == 4) *(Block*)data = zeros();\n"
                "    if (argc == 5) std::snprintf(data, 8, \"%d\", argc);\n"
                "    if (argc == 6) __builtin_memcpy(data, &argc, 4);\n"
                "    std::puts(\"forged\");\n"
                "}\n");
    REQUIRE(place.simcc("a.cu -o a").status == 0);
    const std::pair<const char*, const char*> ways[] = {{"", ":8:"},         {"1", ":8:"},
                                                        {"1 2", ":9:"},      {"1 2 3", ":5:"},
                                                        {"1 2 3 4", ":11:"}, {"1 2 3 4 5", ":12:"}};
    for (const auto& [arguments, line] : ways) {
        CAPTURE(arguments);
        const auto ran = place.run(std::string("./a ") + arguments);
        CHECK(ran.status == 128 + 6);
        CHECK(ran.output == "");
        CHECK(has(ran.errors, std::string("a.cu") + line + " error: out of bounds"));
        CHECK(has(ran.errors, "the simulator's own variables"));
    }
}

TEST_CASE("SIM_STEP_LIMIT says how long a loop may go on before it is told as endless") {
    const Workplace place;
    place.write("a.cu",
                "__global__ void k(int* n, int turns) {\n"
                "    for (int i = 0; i < turns; ++i) n[0] = i;\n"
                "}\n"
                "int main(int argc, char**) {\n"
                "    int* n;\n"
                "    cudaMalloc(&n, 4);\n"
                "    k<<<1, 1>>>(n, argc > 1 ? 3 : 1500000);\n"
                "    cudaDeviceSynchronize();\n"
                "    cudaFree(n);\n"
                "}\n");
    REQUIRE(place.simcc("a.cu -o a").status == 0);
    const auto low = place.run("./a", "SIM_STEP_LIMIT=1");
    CHECK(low.status == 66);
    CHECK(has(low.errors, "a.cu:2"));
    CHECK(has(low.errors, "for 1 million"));
    CHECK(place.run("./a").status == 0);
}
