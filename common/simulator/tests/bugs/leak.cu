// Memory that nobody frees.
// EXPECT: leak warning allocate
#include <cuda_runtime.h>

int main(int argc, char**) {
    float* data;
    cudaMalloc(&data, 4096);  // @allocate
    if (argc > 1) cudaFree(data);
    return 0;
}
