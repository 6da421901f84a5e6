// Memory that is never freed.
// NEAR-MISS: argument
#include <cuda_runtime.h>

int main(int argc, char**) {
    float* data;
    cudaMalloc(&data, 4096);  // EXPECT leak warning
    if (argc > 1) cudaFree(data);
    return 0;
}
