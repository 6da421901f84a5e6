// Tiled product with a block-wide cuda::pipeline of two stages.
#include <cooperative_groups.h>

#include <cstdio>
#include <cuda/pipeline>
#include <vector>
namespace cg = cooperative_groups;
constexpr int T = 16;
__global__ void matmul(const float* A, const float* B, float* C, int n) {
    constexpr size_t stages = 2;
    __shared__ __align__(16) float As[stages][T][T], Bs[stages][T][T];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, stages> state;
    auto block = cg::this_thread_block();
    auto pipe = cuda::make_pipeline(block, &state);
    const int row = blockIdx.y * T + threadIdx.y, col = blockIdx.x * T + threadIdx.x;
    const int tiles = n / T;
    auto fetch = [&](int t, int s) {
        pipe.producer_acquire();
        cuda::memcpy_async(&As[s][threadIdx.y][threadIdx.x], &A[row * n + t * T + threadIdx.x],
                           sizeof(float), pipe);
        cuda::memcpy_async(&Bs[s][threadIdx.y][threadIdx.x], &B[(t * T + threadIdx.y) * n + col],
                           sizeof(float), pipe);
        pipe.producer_commit();
    };
    float sum = 0;
    fetch(0, 0);
    for (int t = 0; t < tiles; ++t) {
        if (t + 1 < tiles) fetch(t + 1, (t + 1) % stages);
        if (t + 1 < tiles) pipe.consumer_wait();
        const int s = t % stages;
#pragma unroll
        for (int k = 0; k < T; ++k)
            sum += As[s][threadIdx.y][k] * Bs[s][k][threadIdx.x];  // EXPECT race
        pipe.consumer_release();
    }
    C[row * n + col] = sum;
}
int main() {
    const int n = 64;
    std::vector<float> a(n * n), b(n * n), c(n * n);
    for (int i = 0; i < n * n; ++i) a[i] = i % 7, b[i] = i % 5 - 2;
    float *A, *B, *C;
    const size_t bytes = n * n * sizeof(float);
    cudaMalloc(&A, bytes);
    cudaMalloc(&B, bytes);
    cudaMalloc(&C, bytes);
    cudaMemcpy(A, a.data(), bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(B, b.data(), bytes, cudaMemcpyHostToDevice);
    matmul<<<dim3(n / T, n / T), dim3(T, T)>>>(A, B, C, n);
    cudaMemcpy(c.data(), C, bytes, cudaMemcpyDeviceToHost);
    bool ok = true;
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) {
            float s = 0;
            for (int k = 0; k < n; ++k) s += a[i * n + k] * b[k * n + j];
            ok &= s == c[i * n + j];
        }
    puts(ok ? "OK" : "wrong");
    cudaFree(A);
    cudaFree(B);
    cudaFree(C);
}
