// What a program can and cannot reach: the simulator's own memory, and code beside the beginnings
// of functions.
#include <doctest/doctest.h>

#include <string>
#include <utility>

#include "workplace.hpp"

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
__device__ Call twice_there = twice;
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
    Call there;
    cudaMemcpyFromSymbol(&there, twice_there, sizeof there);
    if (argc == 1) calls<<<1, 1>>>(there), std::qsort(two, 2, 4, compare);
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
    const std::pair<const char*, const char*> ways[] = {{"1", ":25:"},
                                                        {"1 2", ":7:"},
                                                        {"1 2 3", ":16:"},
                                                        {"1 2 3 4", ":16:"},
                                                        {"1 2 3 4 5", ":29:"},
                                                        {"1 2 3 4 5 6", ":30:"},
                                                        {"1 2 3 4 5 6 7", ":31:"}};
    for (const auto& [arguments, line] : ways) {
        CAPTURE(arguments);
        const auto ran = place.run(std::string("./a ") + arguments);
        CHECK(ran.status != 0);
        CHECK(has(ran.errors, std::string("a.cu") + line + " error: not supported"));
    }
}
