// An index of the maximum by a compare-and-swap of packed words, a lock-free union-find, stale
// reads before atomicMin, and a bitmap filled by atomicOr with an early test.
#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

__device__ void keep_greatest(unsigned long long* best, float value, unsigned index) {
    unsigned long long seen = *reinterpret_cast<volatile unsigned long long*>(best);
    const unsigned long long mine = (unsigned long long)__float_as_uint(value) << 32 | index;
    while (seen < mine) {
        const unsigned long long before = atomicCAS(best, seen, mine);
        if (before == seen) break;
        seen = before;
    }
}

__global__ void argmax(const float* x, int n, unsigned long long* best) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) keep_greatest(best, x[i], i);
}

__device__ int root_of(int* parent, int v) {
    int p = atomicAdd(&parent[v], 0);
    while (p != v) {
        v = p;
        p = atomicAdd(&parent[v], 0);
    }
    return v;
}

__global__ void unite(const int2* edges, int m, int* parent) {
    const int e = blockIdx.x * blockDim.x + threadIdx.x;
    if (e >= m) return;
    int a = edges[e].x, b = edges[e].y;
    for (;;) {
        a = root_of(parent, a);
        b = root_of(parent, b);
        if (a == b) return;
        if (a < b) {
            const int t = a;
            a = b;
            b = t;
        }
        if (atomicCAS(&parent[a], a, b) == a) return;
    }
}

__global__ void mark(const int* numbers, int n, unsigned* bits, int* fresh) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const unsigned bit = 1u << (numbers[i] % 32);
    unsigned* const word = &bits[numbers[i] / 32];
    if (!(atomicOr(word, bit) & bit)) atomicAdd(fresh, 1);
}

int main() {
    const int n = 500;
    std::vector<float> x(n);
    for (int i = 0; i < n; ++i) x[i] = i * 37 % 499 + 0.5f;
    float* d_x;
    unsigned long long *best, found;
    cudaMalloc(&d_x, n * sizeof(float));
    cudaMalloc(&best, sizeof found);
    cudaMemset(best, 0, sizeof found);
    cudaMemcpy(d_x, x.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    argmax<<<4, 128>>>(d_x, n, best);
    cudaMemcpy(&found, best, sizeof found, cudaMemcpyDeviceToHost);
    bool ok = x[found & 0xffffffffu] == 498.5f;
    std::vector<int2> edges;
    for (int i = 0; i + 3 < 300; ++i) edges.push_back(make_int2(i, i + 3));
    std::vector<int> parent(300);
    for (int i = 0; i < 300; ++i) parent[i] = i;
    int2* d_edges;
    int* d_parent;
    cudaMalloc(&d_edges, edges.size() * sizeof(int2));
    cudaMalloc(&d_parent, 300 * sizeof(int));
    cudaMemcpy(d_edges, edges.data(), edges.size() * sizeof(int2), cudaMemcpyHostToDevice);
    cudaMemcpy(d_parent, parent.data(), 300 * sizeof(int), cudaMemcpyHostToDevice);
    unite<<<3, 128>>>(d_edges, int(edges.size()), d_parent);
    cudaMemcpy(parent.data(), d_parent, 300 * sizeof(int), cudaMemcpyDeviceToHost);
    for (int i = 0; i < 300; ++i) {
        int v = i;
        while (parent[v] != v) v = parent[v];
        ok = ok && v == i % 3;
    }
    std::vector<int> numbers(n);
    for (int i = 0; i < n; ++i) numbers[i] = i * i % 128;
    int *d_numbers, *fresh, count;
    unsigned* bits;
    cudaMalloc(&d_numbers, n * sizeof(int));
    cudaMalloc(&fresh, sizeof(int));
    cudaMalloc(&bits, 16);
    cudaMemset(fresh, 0, sizeof(int));
    cudaMemset(bits, 0, 16);
    cudaMemcpy(d_numbers, numbers.data(), n * sizeof(int), cudaMemcpyHostToDevice);
    mark<<<4, 128>>>(d_numbers, n, bits, fresh);
    cudaMemcpy(&count, fresh, sizeof count, cudaMemcpyDeviceToHost);
    bool in[128] = {};
    int expected = 0;
    for (int v : numbers) expected += !in[v], in[v] = true;
    ok = ok && count == expected;
    std::puts(ok ? "OK" : "wrong");
    for (void* p : {(void*)d_x, (void*)best, (void*)d_edges, (void*)d_parent, (void*)d_numbers,
                    (void*)fresh, (void*)bits})
        cudaFree(p);
}
