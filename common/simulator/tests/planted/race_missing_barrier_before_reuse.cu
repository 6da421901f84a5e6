// The textbook's large kernel: the sums of one row segment are still read when the next segment
// clears them. Rows are in parallel over t, a row's columns over z.
// NEAR-MISS: argument
#include <cuda_runtime.h>

constexpr int T = 2, Z = 64, N = 4, M = 128;

__global__ void large_product(float* y, const float* A, const float* x, bool fixed) {
    __shared__ float Q[T * Z];
    const int t = threadIdx.x / Z, z = threadIdx.x % Z;
    for (int i = t; i < N; i += T) {
        Q[t * Z + z] = 0;                                                    // EXPECT race
        for (int j = z; j < M; j += Z) Q[t * Z + z] += A[i * M + j] * x[j];  // EXPECT race
        for (int stride = Z / 2; stride > 0; stride /= 2) {
            __syncthreads();
            if (z < stride) Q[t * Z + z] += Q[t * Z + z + stride];  // OTHER race
        }
        if (z == 0) y[i] = Q[t * Z];
        if (fixed) __syncthreads();
    }
}

int main(int argc, char**) {
    float *A, *x, *y;
    cudaMalloc(&A, N * M * sizeof(float));
    cudaMalloc(&x, M * sizeof(float));
    cudaMalloc(&y, N * sizeof(float));
    cudaMemset(A, 63, N * M * sizeof(float));
    cudaMemset(x, 63, M * sizeof(float));
    large_product<<<1, T * Z>>>(y, A, x, argc > 1);
    cudaDeviceSynchronize();
    cudaFree(A);
    cudaFree(x);
    cudaFree(y);
}
