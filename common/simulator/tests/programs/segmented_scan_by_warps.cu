// A segmented inclusive scan with head flags from ballots, clz and shuffles; segments cross warps
// through shared memory, and blocks through a second kernel; the last warp is partial.
#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

constexpr int threads = 128, warps = threads / 32;

__device__ int lane_id() {
    return threadIdx.x & 31;
}

// Adds the values of my segment in the warp up to my lane. `begins`: a bit for each lane that
// begins one.
__device__ int warp_scan(int value, unsigned begins, unsigned mask) {
    const int lane = lane_id();
    const unsigned before = begins & (0xffffffffu >> (31 - lane));
    const int head = before ? 31 - __clz(before) : 0;
    for (int d = 1; d < 32; d *= 2) {
        const int other = __shfl_up_sync(mask, value, d);
        if (lane - d >= head) value += other;
    }
    return value;
}

__global__ void scan(const int* in, const unsigned char* head, int n, int* out, int* carry,
                     int* open) {
    __shared__ int last[warps], has_head[warps];
    const int i = blockIdx.x * threads + threadIdx.x;
    const int warp = threadIdx.x / 32;
    const bool valid = i < n;
    const unsigned begins = __ballot_sync(0xffffffffu, valid && head[i]);
    int value = warp_scan(valid ? in[i] : 0, begins, 0xffffffffu);
    if (lane_id() == 31) last[warp] = value, has_head[warp] = begins != 0;
    __syncthreads();
    int prefix = 0;
    for (int w = 0; w < warp; ++w) prefix = has_head[w] ? last[w] : prefix + last[w];
    const bool still_open = (begins & (0xffffffffu >> (31 - lane_id()))) == 0;
    if (still_open) value += prefix;
    bool block_open = still_open;
    for (int w = 0; w < warp; ++w) block_open = block_open && !has_head[w];
    if (valid) {
        out[i] = value;
        open[i] = block_open;
    }
    if (threadIdx.x == threads - 1) carry[blockIdx.x] = block_open ? -value - 1 : value;
}

__global__ void add_carries(int n, int* out, const int* carry, const int* open) {
    const int i = blockIdx.x * threads + threadIdx.x;
    if (i >= n || !open[i]) return;
    int sum = 0;
    for (int b = int(blockIdx.x) - 1; b >= 0; --b) {
        const bool is_open = carry[b] < 0;
        sum += is_open ? -carry[b] - 1 : carry[b];
        if (!is_open) break;
    }
    out[i] += sum;
}

int main() {
    const int n = 1000, blocks = (n + threads - 1) / threads;
    std::vector<int> host(n), result(n);
    std::vector<unsigned char> heads(n);
    for (int i = 0; i < n; ++i) host[i] = i % 5 + 1, heads[i] = i % 37 == 0 && (i < 300 || i > 700);
    int *in, *out, *carry, *open;
    unsigned char* head;
    cudaMalloc(&in, n * sizeof(int));
    cudaMalloc(&out, n * sizeof(int));
    cudaMalloc(&open, n * sizeof(int));
    cudaMalloc(&carry, blocks * sizeof(int));
    cudaMalloc(&head, n);
    cudaMemcpy(in, host.data(), n * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(head, heads.data(), n, cudaMemcpyHostToDevice);
    scan<<<blocks, threads>>>(in, head, n, out, carry, open);
    add_carries<<<blocks, threads>>>(n, out, carry, open);
    cudaMemcpy(result.data(), out, n * sizeof(int), cudaMemcpyDeviceToHost);
    bool ok = true;
    for (int i = 0, sum = 0; i < n; ++i) {
        sum = heads[i] ? host[i] : sum + host[i];
        ok = ok && result[i] == sum;
    }
    std::puts(ok ? "OK" : "wrong");
    cudaFree(in);
    cudaFree(out);
    cudaFree(open);
    cudaFree(carry);
    cudaFree(head);
}
