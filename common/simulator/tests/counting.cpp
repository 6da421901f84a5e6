// What the report of a program counts of its launches.
#include <doctest/doctest.h>

#include <fstream>
#include <nlohmann/json.hpp>

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
    CHECK(counted("") == on_the_device);
}
