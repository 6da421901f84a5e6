// Programs made by simcc as a user sees them: exit statuses, and the effect of environment
// variables.
#include <doctest/doctest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "workplace.hpp"

TEST_CASE("a program keeps its own exit status") {
    const Workplace place;
    place.write("a.cu", program_that_prints_7);
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
    place.write("a.cu", program_that_prints_7);
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

TEST_CASE("an access to memory that is the simulator's own ends the program, wherever it lies") {
    const Workplace place;
    place.write("a.cu",
                "#include <cstdio>\n"
                "#include <cstdlib>\n"
                "int main(int argc, char** argv) {\n"
                "    auto* const there = (volatile int*)std::strtoull(argv[1], nullptr, 16);\n"
                "    if (argc == 2) there[64] = 0;\n"
                "    if (argc == 3) return there[64];\n"
                "    std::puts(\"forged\");\n"
                "}\n");
    REQUIRE(place.simcc("a.cu -o a").status == 0);
    // The runtime's heap, shadow memory, threads' stacks, shared memory, and data about the host.
    for (const char* const there :
         {"310000000000", "080000001000", "300000010000", "180000000000", "040000001000"}) {
        CAPTURE(there);
        const auto stored = place.run(std::string("./a ") + there);
        CHECK(stored.status == 128 + 6);
        CHECK(stored.output == "");
        CHECK(has(stored.errors, "a.cu:5: error: out of bounds"));
        CHECK(place.run(std::string("./a ") + there + " read").status == 128 + 6);
    }
}

// Each call would store what it finds, or copies, to the runtime's own heap, or free that.
constexpr const char* program_of_results = R"(#include <cstdio>
#include <cstdlib>
__device__ int variable;
__global__ void kernel() {}
int main(int, char** argv) {
    const int way = std::atoi(argv[1]);
    void* const own = (void*)0x310000001000;
    int* const n = (int*)own;
    char* const own_byte = (char*)own;
    size_t* const size = (size_t*)own;
    int there = 7;
    const cudaExtent extent{4, 4, 4};
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    void* memory = nullptr;
    size_t pitch = 0;
    cudaArray_t array = nullptr;
    cudaGraph_t graph = nullptr;
    cudaStream_t stream = nullptr;
    cudaGraphNode_t node = nullptr;
    cudaMemPool_t pool = nullptr;
    cudaMalloc(&memory, 256);
    cudaMallocArray(&array, &format, 4);
    cudaGraphCreate(&graph, 0);
    cudaStreamCreate(&stream);
    cudaGraphAddEmptyNode(&node, graph, nullptr, 0);
    cudaDeviceGetDefaultMemPool(&pool, 0);
    const cudaMemPoolProps properties{cudaMemAllocationTypePinned, cudaMemHandleTypeNone,
                                      {cudaMemLocationTypeDevice, 0}};
    cudaMemLocation location{cudaMemLocationTypeDevice, 0};
    switch (way) {
        case 0: cudaMemcpy(own, &there, 4, cudaMemcpyHostToHost); break;
        case 1: cudaMemcpy(own, memory, 4, cudaMemcpyDeviceToHost); break;
        case 2: cudaMemcpy2D((char*)own - 4096, 4096, memory, 4, 4, 2, cudaMemcpyDefault); break;
        case 3: cudaMemcpyFromSymbol(own, variable, 4); break;
        case 4: cudaMalloc((void**)own, 256); break;
        case 5: cudaMallocPitch((void**)own, &pitch, 4, 4); break;
        case 6: cudaMallocPitch(&memory, size, 4, 4); break;
        case 7: cudaMalloc3D((cudaPitchedPtr*)own, extent); break;
        case 8: cudaMallocHost((void**)own, 256); break;
        case 9: cudaMallocManaged((void**)own, 256); break;
        case 10: cudaMallocAsync((void**)own, 256, stream); break;
        case 11: cudaMallocArray((cudaArray_t*)own, &format, 4); break;
        case 12: cudaArrayGetInfo((cudaChannelFormatDesc*)own, nullptr, nullptr, array); break;
        case 13: cudaGetChannelDesc((cudaChannelFormatDesc*)own, array); break;
        case 14: cudaGetDeviceCount(n); break;
        case 15: cudaGetDevice(n); break;
        case 16: cudaGetDeviceProperties((cudaDeviceProp*)own, 0); break;
        case 17: cudaDeviceGetAttribute(n, cudaDevAttrWarpSize, 0); break;
        case 18: cudaDeviceGetLimit(size, cudaLimitMallocHeapSize); break;
        case 19: cudaDeviceGetPCIBusId((char*)own, 64, 0); break;
        case 20: cudaDeviceGetStreamPriorityRange(n, nullptr); break;
        case 21: cudaDriverGetVersion(n); break;
        case 22: cudaMemGetInfo(size, &pitch); break;
        case 23: cudaMemGetInfo(&pitch, size); break;
        case 24: cudaPointerGetAttributes((cudaPointerAttributes*)own, memory); break;
        case 25: cudaFuncGetAttributes((cudaFuncAttributes*)own, kernel); break;
        case 26: cudaOccupancyMaxActiveBlocksPerMultiprocessor(n, kernel, 32, 0); break;
        case 27: cudaOccupancyMaxPotentialBlockSize(n, &there, kernel); break;
        case 28: cudaOccupancyMaxPotentialBlockSize(&there, n, kernel); break;
        case 29: cudaStreamCreate((cudaStream_t*)own); break;
        case 30: cudaStreamGetFlags(stream, (unsigned*)own); break;
        case 31: cudaStreamIsCapturing(stream, (cudaStreamCaptureStatus*)own); break;
        case 32: cudaStreamEndCapture(stream, (cudaGraph_t*)own); break;
        case 33: cudaEventCreate((cudaEvent_t*)own); break;
        case 34: cudaGraphCreate((cudaGraph_t*)own, 0); break;
        case 35: cudaGraphClone((cudaGraph_t*)own, graph); break;
        case 36: cudaGraphGetNodes(graph, nullptr, size); break;
        case 37: cudaGraphGetNodes(graph, (cudaGraphNode_t*)own, &(pitch = 1)); break;
        case 38: cudaGraphNodeGetType(node, (cudaGraphNodeType*)own); break;
        case 39: cudaGraphInstantiate((cudaGraphExec_t*)own, graph, 0); break;
        case 40: cudaGraphAddEmptyNode((cudaGraphNode_t*)own, graph, nullptr, 0); break;
        case 41: cudaGetSymbolAddress((void**)own, variable); break;
        case 42: cudaGetSymbolSize(size, variable); break;
        case 43: cudaMemPoolCreate((cudaMemPool_t*)own, &properties); break;
        case 44: cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReleaseThreshold, own); break;
        case 45: cudaMemPoolGetAccess((cudaMemAccessFlags*)own, pool, &location); break;
        case 46: cudaHostRegister(own, 4096, 0); break;
        case 47: cudaFuncGetName((const char**)own, (const void*)kernel); break;
        case 48: delete own_byte; break;
        case 49: std::free(own); break;
        default: std::puts("all"); return 0;
    }
    std::puts("forged");
}
)";

TEST_CASE("no function stores a result in the simulator's own memory, or frees it") {
    const Workplace place;
    place.write("a.cu", program_of_results);
    REQUIRE(place.simcc("a.cu -o a").status == 0);
    for (int way = 0;; ++way) {
        CAPTURE(way);
        const auto ran = place.run("./a " + std::to_string(way));
        if (ran.output == "all\n") break;
        CHECK(ran.status == 128 + 6);
        CHECK(ran.output == "");
        CHECK(has(ran.errors, "the simulator's own"));
        REQUIRE(way < 1000);
    }
}

TEST_CASE("a node of a graph is one that the API has made, and no memory that looks like one") {
    const Workplace place;
    place.write("a.cu",
                "#include <cstdio>\n"
                "__global__ void kernel() {}\n"
                "int main() {\n"
                "    cudaGraph_t graph;\n"
                "    cudaGraphCreate(&graph, 0);\n"
                "    cudaGraphNode_t real;\n"
                "    cudaGraphAddEmptyNode(&real, graph, nullptr, 0);\n"
                "    long target[2] = {};\n"
                "    // graph, number, type, work, dependencies: begin, end and room\n"
                "    long node[16] = {(long)graph, 1, 0, 0, 0, 0, 0,\n"
                "                     (long)target, (long)target, (long)(target + 2)};\n"
                "    const auto forged = (cudaGraphNode_t)node;\n"
                "    cudaKernelNodeParams with{(void*)kernel, 1, 1};\n"
                "    cudaGraphNodeType type;\n"
                "    if (cudaGraphAddDependencies(graph, &real, &forged, nullptr, 1) == 0 ||\n"
                "        cudaGraphKernelNodeSetParams(forged, &with) == 0 ||\n"
                "        cudaGraphNodeGetType(forged, &type) == 0)\n"
                "        std::puts(\"forged\");\n"
                "}\n");
    REQUIRE(place.simcc("a.cu -o a").status == 0);
    const auto ran = place.run("./a");
    CHECK(ran.status == 0);
    CHECK(ran.output == "");
}

// What the C and C++ libraries do for a program, or would do to the simulator.
constexpr const char* program_that_calls_libraries = R"(#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <iostream>
#include <sstream>
#include <streambuf>
#include <string>
#include <string_view>
#include <vector>
struct Pen : std::streambuf {
    Pen(char* p, size_t n) { setp(p, p + n); }
};
struct Speaker : std::streambuf {
    int said = 0;
    int overflow(int c) override {
        std::cout << char(c);  // a call of the library in one that the library makes
        return ++said, c;
    }
};
__global__ void kernel(int* p) { *p = 1; }
struct Block {
    char text[24];
};
__attribute__((noinline)) Block zeros() { return {}; }
__global__ void formats(char* p) { std::to_chars(p, p + 8, 1.5); }
int main(int, char** argv) {
    int* d;
    cudaMalloc(&d, 64);
    kernel<<<1, 1>>>(d);
    cudaDeviceSynchronize();
    char* const own = (char*)0x310000001000;
    switch (std::atoi(argv[1])) {
        case 0: {
            std::ostringstream o;
            o << 1 << ' ' << 2.5;
            std::cout << o.str() << '\n';
            break;
        }
        case 1: {
            std::istringstream in("x");
            in.exceptions(std::ios::failbit);
            int n = 0;
            try {
                in >> n;
            } catch (const std::ios_base::failure&) {
                kernel<<<1, 1>>>(d);  // the simulator works on
                std::puts("caught");
            }
            break;
        }
        case 2: {
            Speaker speaker;
            std::ostream(&speaker) << "hi\n";
            std::printf("%d", speaker.said);
            break;
        }
        case 3: {
            Pen pen(own, 64);
            std::ostream(&pen) << std::string_view("forged");
            break;
        }
        case 4: std::to_chars(own, own + 64, 2.5); break;
        case 5: std::istringstream("7") >> *(int*)own; break;
        case 6: std::printf("%n", (int*)own); break;
        case 7: {
            std::FILE file = {};
            file._flags = 0x8000;  // no lock
            file._IO_write_base = file._IO_write_ptr = own;
            file._IO_write_end = own + 64;
            struct {
                std::FILE file;
                void* functions;
            } whole = {file, ((void**)stdout)[27]};
            std::fputs("forged", &whole.file);
            break;
        }
        case 8: {
            const std::time_t now = 0;
            std::strftime(own, 64, "%Y", std::gmtime(&now));
            break;
        }
        case 9: formats<<<1, 1>>>((char*)d); break;
        case 10: stdout->_IO_write_ptr = own; break;
        case 14: *(Block*)stdout = zeros(); break;
        case 11: ((long*)__builtin_thread_pointer())[6] = 0; break;  // the guard of pointers
        case 12:
            errno = 0;
            std::cout.width(3);
            std::cout << 7 << '\n';
            break;
        case 13:
            try {
                throw 1;
            } catch (int& thrown) {  // 13 words before it stands what destroys it
                ((void**)&thrown)[-13] = (void*)&cudaDeviceReset;
            }
            break;
    }
    cudaDeviceSynchronize();
    cudaFree(d);
    std::puts("done");
}
)";

TEST_CASE("what a library does for a fenced program stores nothing in the simulator's own memory") {
    const Workplace place;
    place.write("a.cu", program_that_calls_libraries);
    REQUIRE(place.simcc("-std=c++20 -w --fence a.cu -o a").status == 0);
    const auto run = [&](int way) { return place.run("./a " + std::to_string(way)); };
    CHECK(run(0).output == "1 2.5\ndone\n");
    CHECK(run(1).output == "caught\ndone\n");
    CHECK(run(2).output == "hi\n3done\n");
    for (int way = 3; way < 9; ++way) {
        CAPTURE(way);
        const auto ran = run(way);
        CHECK(ran.status != 0);
        CHECK_FALSE(has(ran.output, "done"));
        CHECK(has(ran.errors, "the simulator's own variables"));
    }
    CHECK(has(run(9).errors, "a kernel calls a function that the C++ library has for the host"));
    CHECK(has(run(10).errors, "there lie data of the C or the C++ library"));
    CHECK(has(run(11).errors, "there lie data of the C or the C++ library"));
    CHECK(has(run(14).errors, "there lie data of the C or the C++ library"));
    CHECK(run(12).output == "  7\ndone\n");
    CHECK(has(run(13).errors, "the simulator's own variables"));
}

// Pointers by which code might leave its own functions, selected by a number.
constexpr const char* program_that_leaves = R"(#include <cstdint>
#include <cstdio>
#include <cstdlib>
using Call = float (*)(float);
__device__ float twice(float x) { return 2 * x; }
__global__ void calls(Call f) { f(3); }
__host__ __device__ __noinline__ void overwrite(std::uintptr_t* word) {
    const auto code = reinterpret_cast<std::uintptr_t>(&twice);
    while (*word - code > 65536) ++word;
    *word += 1;
}
__host__ __device__ __noinline__ void returns() {
    std::uintptr_t here[1] = {0};
    overwrite(here);
}
__global__ void returns_in_kernel() { returns(); }
int compare(const void* a, const void* b) { return *(const int*)a - *(const int*)b; }
template <class F> F behind(F f) { return (F)((std::uintptr_t)f + 5); }
int main(int argc, char**) {
    int two[] = {2, 1};
    if (argc == 1) calls<<<1, 1>>>(twice), std::qsort(two, 2, 4, compare);
    if (argc == 2) behind(&cudaDeviceSynchronize)();
    if (argc == 3) calls<<<1, 1>>>(behind(&twice));
    if (argc == 4) returns();
    if (argc == 5) returns_in_kernel<<<1, 1>>>();
    if (argc == 6) std::qsort(two, 2, 4, behind(&compare));
    if (argc == 7) cudaLaunchHostFunc(0, (cudaHostFn_t)behind(&compare), two);
    if (argc == 8) std::atexit((void (*)())behind(&compare));
    cudaDeviceSynchronize();
    std::puts("done");
}
)";

TEST_CASE(
    "a fenced program goes by pointers where its functions begin, and returns to its callers") {
    const Workplace place;
    place.write("a.cu", program_that_leaves);
    REQUIRE(place.simcc("--fence a.cu -o a").status == 0);
    CHECK(place.run("./a").output == "done\n");
    const std::pair<const char*, const char*> ways[] = {{"1", ":22:"},
                                                        {"1 2", ":6:"},
                                                        {"1 2 3", ":15:"},
                                                        {"1 2 3 4", ":15:"},
                                                        {"1 2 3 4 5", ":26:"},
                                                        {"1 2 3 4 5 6", ":27:"},
                                                        {"1 2 3 4 5 6 7", ":28:"}};
    for (const auto& [arguments, line] : ways) {
        CAPTURE(arguments);
        const auto ran = place.run(std::string("./a ") + arguments);
        CHECK(ran.status != 0);
        CHECK(has(ran.errors, std::string("a.cu") + line + " error: not supported"));
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
