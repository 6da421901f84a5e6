// The last thread of each phase runs the completion function; all threads see its stores.
#include <cuda_runtime.h>

#include <cstdio>
#include <cuda/barrier>

struct Swap {
    int* turn;
    __device__ void operator()() const { *turn = 1 - *turn; }
};

__global__ void work(float* out, const float* in) {
    __shared__ alignas(16) char room[sizeof(cuda::barrier<cuda::thread_scope_block, Swap>)];
    __shared__ float tile[2][64];
    __shared__ int turn;
    auto& step = *reinterpret_cast<cuda::barrier<cuda::thread_scope_block, Swap>*>(room);
    const unsigned int i = blockIdx.x * 64 + threadIdx.x;
    if (threadIdx.x == 0) {
        turn = 0;
        init(&step, blockDim.x, Swap{&turn});
    }
    tile[0][threadIdx.x] = in[i];
    __syncthreads();
    for (int round = 0; round < 3; ++round) {
        const int now = turn;
        tile[1 - now][threadIdx.x] = tile[now][63 - threadIdx.x] + 1;
        step.arrive_and_wait();
    }
    out[i] = tile[turn][threadIdx.x];
}

int main() {
    float *in, *out, last;
    cudaMalloc(&in, 256 * sizeof(float));
    cudaMalloc(&out, 256 * sizeof(float));
    cudaMemset(in, 0, 256 * sizeof(float));
    cudaMemset(out, 0, 256 * sizeof(float));
    work<<<4, 64>>>(out, in);
    cudaMemcpy(&last, out + 256 - 1, sizeof last, cudaMemcpyDeviceToHost);
    std::printf("%f\n", last);
    cudaFree(in);
    cudaFree(out);
}
