// Copies run three tiles ahead, and there are two buffers: a copy overwrites what an earlier one of
// the same thread may still be storing.
// NEAR-MISS: argument
// SAYS: an earlier copy of that thread
#include <cstdio>
#include <cuda/pipeline>

constexpr int tiles = 6;

template <int Ahead>
__global__ void sum(const int* in, int* out) {
    __shared__ int buffers[2][64];
    auto pipe = cuda::make_pipeline();
    int total = 0;
    for (int used = 0, fetched = 0; used < tiles; ++used) {
        for (; fetched < tiles && fetched < used + Ahead; ++fetched) {
            pipe.producer_acquire();
            cuda::memcpy_async(&buffers[fetched % 2][threadIdx.x],  // EXPECT race // OTHER race
                               &in[fetched * 64 + threadIdx.x], sizeof(int), pipe);
            pipe.producer_commit();
        }
        cuda::pipeline_consumer_wait_prior<Ahead - 1>(pipe);
        __syncthreads();
        total += buffers[used % 2][63 - threadIdx.x];  // MAY race
        __syncthreads();
        pipe.consumer_release();
    }
    out[threadIdx.x] = total;
}

int main(int argc, char**) {
    int host[tiles * 64], *in, *out;
    for (int i = 0; i < tiles * 64; ++i) host[i] = i / 64;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, 64 * sizeof(int));
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    if (argc > 1)
        sum<1><<<1, 64>>>(in, out);
    else
        sum<3><<<1, 64>>>(in, out);
    cudaMemcpy(host, out, 64 * sizeof(int), cudaMemcpyDeviceToHost);
    std::printf("%d\n", host[0]);
    cudaFree(in);
    cudaFree(out);
}
