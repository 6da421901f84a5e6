// A kernel prints a string of the host.
#include <cuda_runtime.h>

#include <cstdio>
#include <string>

__global__ void greet(const char* name) {
    if (threadIdx.x == 0) printf("hello %s\n", name);  // EXPECT host_pointer
}

int main() {
    const std::string name = "a name that is too long to be stored in the string object itself";
    greet<<<1, 32>>>(name.c_str());
    cudaDeviceSynchronize();
}
