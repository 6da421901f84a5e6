// A store in inline PTX is a store: two blocks write one element.
#include <cstdio>

__global__ void sum(const int* values, int* result) {
    const int value = values[blockIdx.x];
    asm volatile("st.global.s32 [%0], %1;" ::"l"(result), "r"(value) : "memory");  // EXPECT race
}

int main() {
    const int given[2] = {1, 2};
    int *values, *result;
    cudaMalloc(&values, sizeof given);
    cudaMalloc(&result, sizeof *result);
    cudaMemcpy(values, given, sizeof given, cudaMemcpyHostToDevice);
    sum<<<2, 1>>>(values, result);
    int last = 0;
    cudaMemcpy(&last, result, sizeof last, cudaMemcpyDeviceToHost);
    std::printf("%d\n", last);
    cudaFree(values);
    cudaFree(result);
}
