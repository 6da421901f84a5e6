// Producer and consumer warps of one block with cuda::barrier pairs (full and empty) over a ring of
// three buffers.
#include <cuda_runtime.h>

#include <cstdio>
#include <cuda/barrier>
#include <utility>
#include <vector>

using barrier = cuda::barrier<cuda::thread_scope_block>;
constexpr int depth = 3, items = 64, producers = 32, consumers = 64;

__global__ void process(const int* in, int rounds, long long* out) {
    __shared__ int ring[depth][items];
#pragma nv_diag_suppress static_var_with_dynamic_init
    __shared__ barrier full[depth], empty[depth];
    if (threadIdx.x == 0)
        for (int i = 0; i < depth; ++i) {
            init(&full[i], producers + consumers);
            init(&empty[i], producers + consumers);
        }
    __syncthreads();
    if (threadIdx.x < producers) {
        for (int r = 0; r < rounds; ++r) {
            const int slot = r % depth;
            empty[slot].arrive_and_wait();
            for (int i = threadIdx.x; i < items; i += producers)
                ring[slot][i] = in[r * items + i] + 1;
            (void)full[slot].arrive();
        }
        return;
    }
    const int me = threadIdx.x - producers;
    for (int i = 0; i < depth; ++i) (void)empty[i].arrive();
    long long sum = 0;
    for (int r = 0; r < rounds; ++r) {
        const int slot = r % depth;
        full[slot].arrive_and_wait();
        sum += ring[slot][(me + r) % items];
        if (r + depth < rounds) (void)empty[slot].arrive();
    }
    out[me] = sum;
}

int main() {
    const int rounds = 11;
    std::vector<int> host(rounds * items);
    for (size_t i = 0; i < host.size(); ++i) host[i] = int(i * i % 1009);
    int* in;
    long long *out, result[consumers];
    cudaMalloc(&in, host.size() * sizeof(int));
    cudaMalloc(&out, sizeof result);
    cudaMemcpy(in, host.data(), host.size() * sizeof(int), cudaMemcpyHostToDevice);
    process<<<1, producers + consumers>>>(in, rounds, out);
    cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost);
    bool ok = cudaGetLastError() == cudaSuccess;
    for (int c = 0; c < consumers; ++c) {
        long long sum = 0;
        for (int r = 0; r < rounds; ++r) sum += host[r * items + (c + r) % items] + 1;
        ok = ok && result[c] == sum;
    }
    std::puts(ok ? "OK" : "wrong");
    cudaFree(in);
    cudaFree(out);
}
