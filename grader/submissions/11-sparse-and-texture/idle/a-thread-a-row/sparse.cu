// A thread a row wherever a sparse product is asked for.
#include "kit/error.hpp"
#include "lab.hpp"

constexpr int threads_a_block = 128;

int blocks_for(int rows) {
    return (rows + threads_a_block - 1) / threads_a_block;
}

__global__ void rows_kernel(int n, float* y, const int* row_start, const int* columns,
                            const float* values, const float* x, const float* b) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        float sum = b[i];
        int end = row_start[i + 1];
        for (int k = row_start[i]; k < end; k++) sum += values[k] * x[columns[k]];
        y[i] = sum;
    }
}

void csr_thread_a_row(int n, float* d_y, const int* d_row_start, const int* d_columns,
                      const float* d_values, const float* d_x, const float* d_b) {
    rows_kernel<<<blocks_for(n), threads_a_block>>>(n, d_y, d_row_start, d_columns, d_values, d_x,
                                                    d_b);
    CUDA_CHECK(cudaGetLastError());
}

void csr_warp_a_row(int n, float* d_y, const int* d_row_start, const int* d_columns,
                    const float* d_values, const float* d_x, const float* d_b) {
    csr_thread_a_row(n, d_y, d_row_start, d_columns, d_values, d_x, d_b);
}

void csr_merge_path(int n, int, float* d_y, const int* d_row_start, const int* d_columns,
                    const float* d_values, const float* d_x, const float* d_b) {
    csr_thread_a_row(n, d_y, d_row_start, d_columns, d_values, d_x, d_b);
}
