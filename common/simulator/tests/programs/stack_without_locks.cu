// A lock-free stack with a tag against ABA, in one 64-bit word.
#include <cstdio>
struct Node {
    int value;
    unsigned next;
};
__device__ unsigned long long head = 0xffffffffull;
__device__ void push(Node* pool, unsigned i) {
    unsigned long long old = atomicAdd(&head, 0ull), fresh;
    do {
        pool[i].next = unsigned(old);
        __threadfence();
        fresh = ((old >> 32) + 1) << 32 | i;
        unsigned long long seen = atomicCAS(&head, old, fresh);
        if (seen == old) return;
        old = seen;
    } while (true);
}
__device__ unsigned pop(Node* pool) {
    unsigned long long old = atomicAdd(&head, 0ull);
    while (unsigned(old) != 0xffffffffu) {
        __threadfence();
        unsigned next = atomicAdd(&pool[unsigned(old)].next, 0u);
        unsigned long long seen = atomicCAS(&head, old, ((old >> 32) + 1) << 32 | next);
        if (seen == old) return unsigned(old);
        old = seen;
    }
    return 0xffffffffu;
}
__global__ void fill(Node* pool, int n) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        pool[i].value = i;
        push(pool, i);
    }
}
__global__ void drain(Node* pool, int* sum, int* count) {
    unsigned i;
    while ((i = pop(pool)) != 0xffffffffu) {
        atomicAdd(sum, pool[i].value);
        atomicAdd(count, 1);
    }
}
int main() {
    Node* p;
    int* m;
    cudaMalloc(&p, 200 * sizeof *p);
    cudaMallocManaged(&m, 8);
    m[0] = m[1] = 0;
    fill<<<4, 64>>>(p, 200);
    drain<<<2, 32>>>(p, m, m + 1);
    cudaDeviceSynchronize();
    puts(m[0] == 19900 && m[1] == 200 ? "OK" : "wrong");
    cudaFree(p);
    cudaFree(m);
}
