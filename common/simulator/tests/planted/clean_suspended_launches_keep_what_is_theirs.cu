// Two launches of several blocks wait halfway, with values in shared memory and registers and
// threads at barriers, while other launches run; then they continue, the later one first.
#include <cuda_runtime.h>

constexpr int threads = 96;

__device__ int twice(int x) {
    return 2 * x;
}

__global__ void halves(volatile int* gate, int* result, int salt) {
    __shared__ int row[threads];
    extern __shared__ int more[];
    const int own = twice(blockIdx.x * blockDim.x + threadIdx.x) + salt;
    row[threadIdx.x] = own;
    more[threadIdx.x] = -own;
    if (threadIdx.x == 0)
        while (*gate == 0) {
        }
    __syncthreads();
    const int other = threads - 1 - threadIdx.x;
    int value = row[other] - more[other];
    for (int offset = 1; offset < 32; offset *= 2) value += __shfl_xor_sync(~0u, value, offset);
    __syncthreads();
    row[threadIdx.x] = value;
    __syncthreads();
    if (threadIdx.x % 32 == 0) result[blockIdx.x * 3 + threadIdx.x / 32] = row[threadIdx.x];
}

__global__ void overwrite(int* p) {
    __shared__ int row[threads];
    row[threadIdx.x] = 7;
    __syncthreads();
    p[threadIdx.x] = row[(threadIdx.x + 1) % threads];
}

bool is_right(const int* result, int salt) {
    for (int block = 0; block < 4; ++block)
        for (int warp = 0; warp < 3; ++warp) {
            int sum = 0;
            for (int lane = 0; lane < 32; ++lane) {
                const int other = threads - 1 - (warp * 32 + lane);
                sum += 2 * (2 * (block * threads + other) + salt);
            }
            if (result[block * 3 + warp] != sum) return false;
        }
    return true;
}

int main() {
    volatile int* gates;
    int *results, *scratch, host[24];
    cudaMallocHost((void**)&gates, 2 * sizeof(int));
    gates[0] = gates[1] = 0;
    cudaMalloc(&results, sizeof host);
    cudaMalloc(&scratch, threads * sizeof(int));
    cudaStream_t streams[3];
    for (cudaStream_t& stream : streams) cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    for (int i = 0; i < 2; ++i)
        halves<<<4, threads, threads * sizeof(int), streams[i]>>>((int*)gates + i, results + 12 * i,
                                                                  i);
    for (int i = 0; i < 3; ++i) overwrite<<<1, threads, 0, streams[2]>>>(scratch);
    gates[1] = 1;
    cudaStreamSynchronize(streams[1]);
    overwrite<<<1, threads, 0, streams[2]>>>(scratch);
    const bool pending = cudaStreamQuery(streams[0]) == cudaErrorNotReady;
    gates[0] = 1;
    cudaDeviceSynchronize();
    cudaMemcpy(host, results, sizeof host, cudaMemcpyDeviceToHost);
    for (cudaStream_t stream : streams) cudaStreamDestroy(stream);
    cudaFree(scratch);
    cudaFree(results);
    cudaFreeHost((void*)gates);
    return pending && is_right(host, 0) && is_right(host + 12, 1) ? 0 : 1;
}
