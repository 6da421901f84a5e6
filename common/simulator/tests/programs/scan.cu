// Exclusive prefix sums: the work-efficient scan in dynamic shared memory, block sums scanned by a
// recursive host function, conflict-free offsets by macro.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <vector>

#define LOG_NUM_BANKS 5
#define CONFLICT_FREE_OFFSET(n) ((n) >> LOG_NUM_BANKS)
#define RETURN_IF_FAILED(expr) \
    if (cudaError_t e = (expr); e != cudaSuccess) { std::printf("%s\n", cudaGetErrorString(e)); std::exit(1); }

constexpr int elements = 512;  // per block, two a thread

__global__ void scan_blocks(int* out, int* sums, const int* in, int n)
{
    extern __shared__ int temp[];
    int thid = threadIdx.x;
    const int base = blockIdx.x * elements;
    int ai = thid, bi = thid + elements / 2;
    int offset = 1;
    temp[ai + CONFLICT_FREE_OFFSET(ai)] = base + ai < n ? in[base + ai] : 0;
    temp[bi + CONFLICT_FREE_OFFSET(bi)] = base + bi < n ? in[base + bi] : 0;
    for (int d = elements >> 1; d > 0; d >>= 1) {
        __syncthreads();
        if (thid < d) {
            int a = offset * (2 * thid + 1) - 1, b = offset * (2 * thid + 2) - 1;
            a += CONFLICT_FREE_OFFSET(a);
            b += CONFLICT_FREE_OFFSET(b);
            temp[b] += temp[a];
        }
        offset *= 2;
    }
    if (thid == 0) {
        const int last = elements - 1 + CONFLICT_FREE_OFFSET(elements - 1);
        if (sums) sums[blockIdx.x] = temp[last];
        temp[last] = 0;
    }
    for (int d = 1; d < elements; d *= 2) {
        offset >>= 1;
        __syncthreads();
        if (thid < d) {
            int a = offset * (2 * thid + 1) - 1, b = offset * (2 * thid + 2) - 1;
            a += CONFLICT_FREE_OFFSET(a);
            b += CONFLICT_FREE_OFFSET(b);
            int t = temp[a];
            temp[a] = temp[b];
            temp[b] += t;
        }
    }
    __syncthreads();
    if (base + ai < n) out[base + ai] = temp[ai + CONFLICT_FREE_OFFSET(ai)];
    if (base + bi < n) out[base + bi] = temp[bi + CONFLICT_FREE_OFFSET(bi)];
}

__global__ void add_sums(int* out, const int* sums, int n)
{
    for (int i = threadIdx.x; i < elements; i += blockDim.x) {
        const int at = blockIdx.x * elements + i;
        if (at < n) out[at] += sums[blockIdx.x];
    }
}

static void scan(int* d_out, const int* d_in, int n)
{
    const int blocks = (n + elements - 1) / elements;
    const size_t shared = (elements + CONFLICT_FREE_OFFSET(elements)) * sizeof(int);
    if (blocks == 1) {
        scan_blocks<<<1, elements / 2, shared>>>(d_out, nullptr, d_in, n);
        RETURN_IF_FAILED(cudaGetLastError());
        return;
    }
    int* d_sums = nullptr;
    int* d_offsets = nullptr;
    RETURN_IF_FAILED(cudaMalloc(&d_sums, blocks * sizeof *d_sums));
    RETURN_IF_FAILED(cudaMalloc(&d_offsets, blocks * sizeof *d_offsets));
    scan_blocks<<<blocks, elements / 2, shared>>>(d_out, d_sums, d_in, n);
    RETURN_IF_FAILED(cudaGetLastError());
    scan(d_offsets, d_sums, blocks);
    add_sums<<<blocks, 128>>>(d_out, d_offsets, n);
    RETURN_IF_FAILED(cudaGetLastError());
    RETURN_IF_FAILED(cudaFree(d_sums));
    RETURN_IF_FAILED(cudaFree(d_offsets));
}

int main()
{
    for (int n : {1, 511, 512, 513, 20000}) {
        std::vector<int> in(n), expected(n), got(n);
        for (int i = 0; i < n; ++i) in[i] = (i * 37) % 11 - 5;
        std::exclusive_scan(in.begin(), in.end(), expected.begin(), 0);
        int *d_in, *d_out;
        RETURN_IF_FAILED(cudaMalloc(&d_in, n * sizeof(int)));
        RETURN_IF_FAILED(cudaMalloc(&d_out, n * sizeof(int)));
        RETURN_IF_FAILED(cudaMemcpy(d_in, in.data(), n * sizeof(int), cudaMemcpyHostToDevice));
        scan(d_out, d_in, n);
        RETURN_IF_FAILED(cudaMemcpy(got.data(), d_out, n * sizeof(int), cudaMemcpyDeviceToHost));
        cudaFree(d_in);
        cudaFree(d_out);
        if (got != expected) {
            std::printf("n = %d: wrong\n", n);
            return 1;
        }
    }
    std::printf("OK\n");
}
