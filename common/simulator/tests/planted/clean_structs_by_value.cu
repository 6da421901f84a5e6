// Structs as arguments and results, builtin copies, and a library function that returns by pointer:
// each thread keeps to what is its own.
#include <cuda_runtime.h>

#include <cmath>

struct Row {
    float word[6];
};

__device__ __noinline__ Row scaled(Row row, float by) {
    for (int i = 0; i < 6; ++i) row.word[i] *= by;
    return row;
}

__global__ void work(Row* rows, Row* copies, double* whole) {
    const int i = threadIdx.x;
    rows[i] = scaled(rows[i], 0.5f);
    __builtin_memcpy(&copies[i], &rows[i], sizeof(Row));
    double rest = std::modf(rows[i].word[0], &whole[i]);
    __builtin_memset(&rows[i], 0, 12);
    rows[i].word[5] = static_cast<float>(rest);
}

int main() {
    Row host[32] = {}, *rows, *copies;
    double* whole;
    cudaMalloc(&rows, sizeof host);
    cudaMalloc(&copies, sizeof host);
    cudaMalloc(&whole, 32 * sizeof(double));
    cudaMemcpy(rows, host, sizeof host, cudaMemcpyHostToDevice);
    work<<<1, 32>>>(rows, copies, whole);
    cudaMemcpy(host, copies, sizeof host, cudaMemcpyDeviceToHost);
    cudaFree(rows);
    cudaFree(copies);
    cudaFree(whole);
    return host[3].word[0] == 0 ? 0 : 1;
}
