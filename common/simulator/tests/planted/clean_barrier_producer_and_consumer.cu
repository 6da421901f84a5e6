// One warp fills two buffers alternately, another empties them, with two barriers per buffer.
#include <cuda_runtime.h>

#include <cstdio>
#include <cuda/barrier>

__global__ void work(float* out, const float* in) {
    using barrier = cuda::barrier<cuda::thread_scope_block>;
    __shared__ barrier full[2], empty[2];
    __shared__ float buffer[2][32];
    if (threadIdx.x < 4) init(threadIdx.x < 2 ? &full[threadIdx.x] : &empty[threadIdx.x - 2], 64);
    __syncthreads();
    const unsigned int lane = threadIdx.x % 32;
    if (threadIdx.x < 32) {
        for (int i = 0; i < 6; ++i) {
            empty[i % 2].arrive_and_wait();
            buffer[i % 2][lane] = in[blockIdx.x * 64 + lane] + i;
            (void)full[i % 2].arrive();
        }
        return;
    }
    (void)empty[0].arrive();
    (void)empty[1].arrive();
    float sum = 0;
    for (int i = 0; i < 6; ++i) {
        full[i % 2].arrive_and_wait();
        sum += buffer[i % 2][31 - lane];
        (void)empty[i % 2].arrive();
    }
    out[blockIdx.x * 64 + lane] = sum;
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
