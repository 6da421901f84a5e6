// A pipeline of four stages shared by a block, filled ahead, with float4 copies; the last stages
// drain; and a second kernel in which each thread has its own pipeline of two stages.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

#include <cstdio>
#include <cuda/pipeline>
#include <vector>

namespace cg = cooperative_groups;
constexpr int stages = 4, threads = 64;

__global__ void sums(const float4* in, int tiles, float* out) {
    __shared__ float4 buffer[stages][threads];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, stages> state;
    auto block = cg::this_thread_block();
    auto pipe = cuda::make_pipeline(block, &state);
    const float4* const mine = in + size_t(blockIdx.x) * tiles * threads;
    float sum = 0;
    int fetched = 0;
    for (int tile = 0; tile < tiles; ++tile) {
        for (; fetched < tiles && fetched < tile + stages; ++fetched) {
            pipe.producer_acquire();
            cuda::memcpy_async(block, buffer[fetched % stages], mine + size_t(fetched) * threads,
                               cuda::aligned_size_t<16>(sizeof(float4) * threads), pipe);
            pipe.producer_commit();
        }
        pipe.consumer_wait();
        const float4 v = buffer[tile % stages][(threadIdx.x + 1) % threads];
        sum += v.x + v.y + v.z + v.w;
        pipe.consumer_release();
    }
    out[blockIdx.x * threads + threadIdx.x] = sum;
}

__global__ void own_pipelines(const int* in, int rounds, int* out) {
    __shared__ int buffer[2][threads];
    cuda::pipeline<cuda::thread_scope_thread> pipe = cuda::make_pipeline();
    const int t = threadIdx.x;
    pipe.producer_acquire();
    cuda::memcpy_async(&buffer[0][t], &in[t], sizeof(int), pipe);
    pipe.producer_commit();
    int total = 0;
    for (int r = 0; r < rounds; ++r) {
        if (r + 1 < rounds) {
            pipe.producer_acquire();
            cuda::memcpy_async(&buffer[(r + 1) % 2][t], &in[(r + 1) * threads + t], sizeof(int),
                               pipe);
            pipe.producer_commit();
            cuda::pipeline_consumer_wait_prior<1>(pipe);
        } else {
            cuda::pipeline_consumer_wait_prior<0>(pipe);
        }
        total += buffer[r % 2][t];
        pipe.consumer_release();
    }
    out[t] = total;
}

int main() {
    const int blocks = 3, tiles = 7;
    std::vector<float4> host(blocks * tiles * threads);
    for (size_t i = 0; i < host.size(); ++i) host[i] = make_float4(i % 10, 1, 0, i % 3);
    float4* in;
    float* out;
    std::vector<float> result(blocks * threads);
    cudaMalloc(&in, host.size() * sizeof(float4));
    cudaMalloc(&out, result.size() * sizeof(float));
    cudaMemcpy(in, host.data(), host.size() * sizeof(float4), cudaMemcpyHostToDevice);
    sums<<<blocks, threads>>>(in, tiles, out);
    cudaMemcpy(result.data(), out, result.size() * sizeof(float), cudaMemcpyDeviceToHost);
    bool ok = true;
    for (int b = 0; b < blocks; ++b)
        for (int t = 0; t < threads; ++t) {
            float sum = 0;
            for (int k = 0; k < tiles; ++k) {
                const float4 v = host[(b * tiles + k) * threads + (t + 1) % threads];
                sum += v.x + v.y + v.z + v.w;
            }
            ok = ok && result[b * threads + t] == sum;
        }
    int numbers[5 * threads], totals[threads], *d_numbers, *d_totals;
    for (int i = 0; i < 5 * threads; ++i) numbers[i] = i;
    cudaMalloc(&d_numbers, sizeof numbers);
    cudaMalloc(&d_totals, sizeof totals);
    cudaMemcpy(d_numbers, numbers, sizeof numbers, cudaMemcpyHostToDevice);
    own_pipelines<<<1, threads>>>(d_numbers, 5, d_totals);
    cudaMemcpy(totals, d_totals, sizeof totals, cudaMemcpyDeviceToHost);
    for (int t = 0; t < threads; ++t) ok = ok && totals[t] == 5 * t + 10 * threads;
    std::puts(ok ? "OK" : "wrong");
    cudaFree(in);
    cudaFree(out);
    cudaFree(d_numbers);
    cudaFree(d_totals);
}
