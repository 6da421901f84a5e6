// The host's addresses of device functions, which nvcc gives and no kernel can call.
#include <doctest/doctest.h>

#include "workplace.hpp"

namespace {

const char* const program_with_a_table = R"(#include <cstdio>
using Operation = float (*)(float, float);
__device__ float add(float a, float b) { return a + b; }
__device__ float multiply(float a, float b) { return a * b; }
Operation operations[] = {add, &multiply};
__device__ Operation operations_of_device[] = {add, multiply};
struct Job { Operation operation; float operand; };
__global__ void apply(Job job, float* x) {
    *x = job.operation(3, job.operand);
}
int main(int argc, char**) {
    float* x;
    cudaMallocManaged(&x, sizeof(float));
    Job job{operations[1], 2};
    if (argc == 2)
        cudaMemcpyFromSymbol(&job.operation, operations_of_device, sizeof(Operation),
                             sizeof(Operation));
    if (argc == 3) return job.operation(1, 2) > 0;
    apply<<<1, 1>>>(job, x);
    cudaDeviceSynchronize();
    std::printf("%g\n", *x);
    cudaFree(x);
}
)";

}  // namespace

TEST_CASE("a table of functions on the host holds no addresses that a side can call") {
    const Workplace place;
    place.write("a.cu", program_with_a_table);
    REQUIRE(place.simcc("a.cu -o a").status == 0);
    const auto by_host_address = place.run("./a");
    CHECK(by_host_address.status == 66);
    CHECK(has(by_host_address.errors, "a.cu:9: error: host pointer used on the device"));
    CHECK(has(by_host_address.errors, "it calls multiply through the address that the host has"));
    CHECK(has(by_host_address.errors, "fetch it by"));
    const auto by_device_address = place.run("./a fetched");
    CHECK(by_device_address.status == 0);
    CHECK(by_device_address.output == "6\n");
    const auto on_host = place.run("./a on host");
    CHECK(on_host.status != 0);
    CHECK(has(on_host.errors, "a.cu:18: error: device pointer used on the host"));
    CHECK(has(on_host.errors, "calls multiply, a function of the device"));
}
