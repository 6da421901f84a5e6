// What the report of a program counts of its launches.
#include <doctest/doctest.h>

#include <cstdint>
#include <fstream>
#include <nlohmann/json.hpp>
#include <vector>

#include "workplace.hpp"

TEST_CASE("a load behind two conditions, of which one implies the other, is one request") {
    const Workplace place;
    place.write("a.cu",
                "__global__ void k(const float4* v, float4* w, float* first, float s) {\n"
                "    if (threadIdx.x == 0) *first = s;\n"
                "    if (threadIdx.x < 16) {\n"
                "        const float4 x = v[threadIdx.x];\n"
                "        w[threadIdx.x] = make_float4(x.x / s, x.y / s, x.z / s, x.w / s);\n"
                "    }\n"
                "}\n"
                "int main() {\n"
                "    float4* v; float* first;\n"
                "    cudaMalloc(&v, 512); cudaMalloc(&first, 4); cudaMemset(v, 0, 512);\n"
                "    k<<<1, 32>>>(v, v + 16, first, 2);\n"
                "    cudaFree(v); cudaFree(first);\n"
                "}\n");
    REQUIRE(place.simcc("a.cu -o a").status == 0);
    REQUIRE(place.run("./a", "SIM_REPORT=report.json").status == 0);
    std::ifstream file{place.path("report.json")};
    const auto counters = nlohmann::json::parse(file)["kernels"][0]["counters"];
    CHECK(counters["global_load_requests"] == 1);
    CHECK(counters["global_store_requests"] == 2);
}

namespace {

// The longest chain of work of each launch, in nanoseconds.
std::vector<std::uint64_t> critical_paths(const Workplace& place) {
    REQUIRE(place.simcc("a.cu -o a").status == 0);
    REQUIRE(place.run("./a", "SIM_REPORT=report.json").status == 0);
    const auto report = nlohmann::json::parse(std::ifstream(place.path("report.json")));
    std::vector<std::uint64_t> paths;
    for (const auto& kernel : report["kernels"])
        paths.push_back(kernel["counters"]["critical_path_ns"]);
    return paths;
}

}  // namespace

TEST_CASE("an addition of zero whose result nobody uses waits for nobody") {
    const Workplace place;
    place.write("a.cu",
                "__global__ void unused(int* a) { atomicAdd(a, 0); }\n"
                "__global__ void used(int* a) { if (atomicAdd(a, 0) == 1) a[1] = 1; }\n"
                "int main() {\n"
                "    int* a; cudaMalloc(&a, 8); cudaMemset(a, 0, 8);\n"
                "    unused<<<64, 32>>>(a); used<<<64, 32>>>(a);\n"
                "    cudaFree(a);\n"
                "}\n");
    const auto paths = critical_paths(place);
    CHECK(paths.at(0) < 2'000);
    CHECK(paths.at(1) > 40'000);
}

TEST_CASE("tiles of blocks that run one after the other in one place do not wait for each other") {
    const Workplace place;
    place.write("a.cu",
                "#include <cooperative_groups.h>\n"
                "namespace cg = cooperative_groups;\n"
                "__global__ void k() {\n"
                "    __shared__ cg::block_tile_memory<128> memory;\n"
                "    cg::tiled_partition<64>(cg::this_thread_block(memory)).sync();\n"
                "}\n"
                "int main() { k<<<64, 128>>>(); cudaDeviceSynchronize(); }\n");
    CHECK(critical_paths(place).at(0) < 2'000);
}

// The compiler checks these conversions and shifts, and loads what is const for the check, too.
TEST_CASE("a const element that is converted, or by which is shifted, is loaded once") {
    const Workplace place;
    place.write("a.cu",
                "__global__ void convert(const float* x, int* a) {\n"
                "    a[threadIdx.x] = (int)x[threadIdx.x];\n"
                "}\n"
                "__global__ void product(const float* x, int* a) {\n"
                "    a[threadIdx.x] = x[threadIdx.x] * x[threadIdx.x + 32] + 2;\n"
                "}\n"
                "__global__ void shift(const float* x, int* a) {\n"
                "    const int* by = (const int*)x;\n"
                "    a[threadIdx.x] = 1u << by[threadIdx.x];\n"
                "}\n"
                "int main() {\n"
                "    float* x; cudaMalloc(&x, 512); cudaMemset(x, 0, 512);\n"
                "    convert<<<1, 32>>>(x, (int*)x + 64);\n"
                "    product<<<1, 32>>>(x, (int*)x + 64);\n"
                "    shift<<<1, 32>>>(x, (int*)x + 64);\n"
                "    cudaFree(x);\n"
                "}\n");
    REQUIRE(place.simcc("a.cu -o a").status == 0);
    REQUIRE(place.run("./a", "SIM_REPORT=report.json").status == 0);
    std::ifstream file{place.path("report.json")};
    const auto kernels = nlohmann::json::parse(file)["kernels"];
    CHECK(kernels[0]["counters"]["global_load_requests"] == 1);
    CHECK(kernels[1]["counters"]["global_load_requests"] == 2);
    CHECK(kernels[2]["counters"]["global_load_requests"] == 1);
}

TEST_CASE("memory of the host that a kernel uses in place is counted like memory of the device") {
    const Workplace place;
    place.write("a.cu",
                "static float table[2048];\n"
                "__global__ void k(float* out, const float* in, int* hits) {\n"
                "    out[threadIdx.x] = in[threadIdx.x * 8] + in[threadIdx.x];\n"
                "    atomicAdd(hits, 1);\n"
                "}\n"
                "int main(int count, char**) {\n"
                "    float* place = table;\n"
                "    if (count == 2) cudaMalloc(&place, sizeof table);\n"
                "    if (count == 2) cudaMemset(place, 0, sizeof table);\n"
                "    if (count == 3) cudaMallocManaged(&place, sizeof table);\n"
                "    if (count == 1) cudaHostRegister(table, sizeof table, 0);\n"
                "    k<<<1, 64>>>(place + 1024, place, (int*)place + 2000);\n"
                "    cudaDeviceSynchronize();\n"
                "    if (count == 1) cudaHostUnregister(table);\n"
                "    else cudaFree(place);\n"
                "}\n");
    REQUIRE(place.simcc("a.cu -o a").status == 0);
    const auto counted = [&](const char* arguments) {
        CHECK(place.run("./a" + std::string(arguments), "SIM_REPORT=a.json").errors == "");
        const auto report = nlohmann::json::parse(std::ifstream(place.path("a.json")));
        return report["kernels"][0]["counters"];
    };
    const auto on_the_device = counted(" 1");
    CHECK(on_the_device["global_load_sectors"] == 64 + 8);
    CHECK(on_the_device["red_sectors"] == 64);
    CHECK(counted(" 1 2") == on_the_device);
    auto on_the_host = counted("");
    CHECK(on_the_host["host_memory_sectors"] == 64 + 8 + 8 + 64);
    on_the_host.erase("host_memory_sectors");
    CHECK(on_the_host == on_the_device);
}

// Each of them is given an array, which the runtime would read without hooks.
TEST_CASE("constant memory counts the addresses of a request, and no sectors") {
    const Workplace place;
    place.write("a.cu",
                "__constant__ float c[64];\n"
                "__global__ void k(float* out, int n) {\n"
                "    float sum = 0;\n"
                "    for (int i = 0; i < n; ++i) sum += c[i];\n"
                "    out[threadIdx.x] = sum + c[threadIdx.x] + c[threadIdx.x / 4];\n"
                "}\n"
                "int main() {\n"
                "    float host[64] = {}, *out;\n"
                "    cudaMemcpyToSymbol(c, host, sizeof host);\n"
                "    cudaMalloc(&out, 256);\n"
                "    k<<<1, 64>>>(out, 10);\n"
                "    cudaFree(out);\n"
                "}\n");
    REQUIRE(place.simcc("a.cu -o a").status == 0);
    CHECK(place.run("./a", "SIM_REPORT=a.json").errors == "");
    const auto kernel = nlohmann::json::parse(std::ifstream(place.path("a.json")))["kernels"][0];
    const auto& counters = kernel["counters"];
    CHECK(counters["constant_requests"] == 2 * (10 + 2));
    CHECK(counters["constant_addresses"] == 2 * (10 + 32 + 8));
    CHECK(counters["busiest_warp_constant_addresses"] == 10 + 32 + 8);
    CHECK(counters["busiest_multiprocessor_constant_replays"] == 2 * (31 + 7));
    CHECK(counters["global_load_requests"] == 0);
    for (const auto& line : kernel["lines"])
        if (line["space"] == "constant" && line["line"] == 5) CHECK(line["addresses"] == 2 * 40);
    for (const auto& array : kernel["arrays"]) CHECK(array["name"] != "c");
}

TEST_CASE("a norm reads its numbers as a loop does") {
    const Workplace place;
    place.write("a.cu",
                "__global__ void k(double* d, float* f, float* out) {\n"
                "    out[threadIdx.x] = NORM;\n"
                "}\n"
                "int main() {\n"
                "    float* p;\n"
                "    cudaMalloc(&p, 4096); cudaMemset(p, 0, 4096);\n"
                "    k<<<1, 32>>>((double*)p, p, p + 512);\n"
                "    cudaFree(p);\n"
                "}\n");
    for (const std::string norm : {"norm(3,d)", "rnorm(3,d)", "normf(3,f)", "rnormf(3,f)"}) {
        REQUIRE(place.simcc("a.cu -o a '-DNORM=" + norm + "'").status == 0);
        REQUIRE(place.run("./a", "SIM_REPORT=report.json").status == 0);
        const auto report = nlohmann::json::parse(std::ifstream(place.path("report.json")));
        CHECK(report["kernels"][0]["counters"]["global_load_requests"] == 3);
    }
    REQUIRE(place.simcc("a.cu -o a '-DNORM=normf(2000,f)'").status == 0);
    CHECK(place.run("./a").errors.find("a.cu:2: error: out of bounds") != std::string::npos);
    REQUIRE(place.simcc("a.cu -o a '-DNORM=norm(1,(double*)(f+1))'").status == 0);
    CHECK(place.run("./a").errors.find("a.cu:2: error: misaligned") != std::string::npos);
}

// The compiler knows a lambda's body for the kernel's, but not for code of the device.
TEST_CASE("a kernel calls no function of the C library that reads unseen") {
    const Workplace place;
    place.write("a.cu",
                "#include <cstdio>\n"
                "#include <cstring>\n"
                "__global__ void k(char* a) {\n"
                "    char text[8] = {};\n"
                "    auto call = [&] { CALL; };\n"
                "    call();\n"
                "    a[0] = text[0];\n"
                "}\n"
                "int main() {\n"
                "    char* a;\n"
                "    cudaMalloc(&a, 64); cudaMemset(a, 0, 64);\n"
                "    k<<<1, 1>>>(a);\n"
                "    cudaFree(a);\n"
                "}\n");
    for (const std::string call : {R"(snprintf(text, 8, "%s", a))", R"(sprintf(text, "%.3s", a))",
                                   R"(text[0] = strtok(a, " ") == a)"}) {
        REQUIRE(place.simcc("a.cu -o a '-DCALL=" + call + "'").status == 0);
        CHECK(place.run("./a").errors.find("a.cu:5: error: not supported") != std::string::npos);
    }
}
