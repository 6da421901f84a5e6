// What people build from atomicCAS: maximum of floats and doubles, atomic multiply, bytes in words,
// a lock-free stack and ring, wrap-around counters, warp-aggregated counters, a bitmap.
#include <cfloat>
#include <cstdio>
#include <cuda_runtime.h>

__device__ __forceinline__ float atomicMaxFloat(float *addr, float value) {
    return value >= 0 ? __int_as_float(atomicMax((int *)addr, __float_as_int(value)))
                      : __uint_as_float(atomicMin((unsigned int *)addr, __float_as_uint(value)));
}
__device__ double atomicMaxDouble(double *address, double val) {
    unsigned long long int *address_as_ull = (unsigned long long int *)address;
    unsigned long long int old = *(volatile unsigned long long int *)address_as_ull, assumed;
    do {
        assumed = old;
        old = atomicCAS(address_as_ull, assumed, __double_as_longlong(fmax(val, __longlong_as_double(assumed))));
    } while (assumed != old);
    return __longlong_as_double(old);
}
template <typename T, typename F>
__device__ T atomic_apply(T *p, F f) {
    static_assert(sizeof(T) == 4);
    unsigned *u = reinterpret_cast<unsigned *>(p), seen = atomicOr(u, 0u), want;
    for (;;) {
        T value = *reinterpret_cast<T *>(&seen);
        value = f(value);
        want = *reinterpret_cast<unsigned *>(&value);
        const unsigned before = atomicCAS(u, seen, want);
        if (before == seen) return value;
        seen = before;
    }
}
__device__ void atomicIncByte(unsigned char *p) {
    unsigned *word = (unsigned *)((size_t)p & ~size_t(3));
    atomicAdd(word, 1u << 8 * ((size_t)p & 3));
}
__device__ int atomicAggInc(int *counter) {
    const unsigned active = __activemask();
    const int leader = __ffs(active) - 1, lane = threadIdx.x & 31;
    int base = 0;
    if (lane == leader) base = atomicAdd(counter, __popc(active));
    base = __shfl_sync(active, base, leader);
    return base + __popc(active & ((1u << lane) - 1));
}

struct Results {
    float fmax, product;
    double dmax;
    unsigned wrap, unwrap, bits[2];
    int counter, used, sum;
    unsigned char bytes[8];
    unsigned long long big;
};

__global__ void all(Results *r, int *slots) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicMaxFloat(&r->fmax, (i * 37 % 101) - 50.5f);
    atomicMaxDouble(&r->dmax, (i * 53 % 97) * -0.25);
    if (i < 5) atomic_apply(&r->product, [](float x) { return x * 2; });
    atomicInc(&r->wrap, 9);
    atomicDec(&r->unwrap, 6);
    atomicIncByte(&r->bytes[i % 8]);
    atomicOr(&r->bits[0], 1u << i % 32);
    atomicXor(&r->bits[1], 1u << i % 5);
    if (i % 3 == 0) {
        const int at = atomicAggInc(&r->counter);
        slots[at] = i;
    }
    atomicMax(&r->big, (unsigned long long)i << 33);
    atomicSub(&r->sum, i);
}

// A stack of indices, its head guarded against reuse by a counter in the upper half.
struct Stack {
    unsigned long long head;
    int next[256];
};
__device__ Stack stack = {0xffffffffull, {}};
__device__ int popped[256];

__global__ void push_all() {
    const int mine = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned long long old = atomicAdd(&stack.head, 0), fresh;
    do {
        atomicExch(&stack.next[mine], (int)(unsigned)old);
        __threadfence();
        fresh = ((old >> 32) + 1) << 32 | (unsigned)mine;
        const unsigned long long seen = atomicCAS(&stack.head, old, fresh);
        if (seen == old) break;
        old = seen;
    } while (true);
}
__global__ void pop_all() {
    unsigned long long old = atomicAdd(&stack.head, 0);
    while ((int)(unsigned)old >= 0) {
        const int top = (int)(unsigned)old;
        const int below = atomicAdd(&stack.next[top], 0);
        const unsigned long long seen = atomicCAS(&stack.head, old, ((old >> 32) + 1) << 32 | (unsigned)below);
        if (seen == old) {
            atomicAdd(&popped[top], 1);
            return;
        }
        old = seen;
    }
}

int main() {
    Results h = {-FLT_MAX, 1.0f, -DBL_MAX, 0, 0, {0, 0}, 0, 0, 0, {}, 0}, *d;
    const int n = 256;
    int *slots, got[n] = {}, times[n];
    cudaMalloc(&d, sizeof h);
    cudaMalloc(&slots, n * sizeof(int));
    cudaMemcpy(d, &h, sizeof h, cudaMemcpyHostToDevice);
    all<<<4, 64>>>(d, slots);
    cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost);
    cudaMemcpy(got, slots, h.counter * sizeof(int), cudaMemcpyDeviceToHost);
    bool ok = h.fmax == 49.5f && h.dmax == 0 && h.product == 32 && h.wrap == n % 10 && h.bits[0] == ~0u;
    ok = ok && h.counter == (n + 2) / 3 && h.big == 255ull << 33 && h.sum == -n * (n - 1) / 2 && h.unwrap == (7 - n % 7) % 7;
    for (int b = 0; b < 8; b++) ok = ok && h.bytes[b] == n / 8;
    int sum = 0;
    for (int i = 0; i < h.counter; i++) sum += got[i];
    ok = ok && sum == 3 * (h.counter - 1) * h.counter / 2;
    push_all<<<4, 64>>>();
    pop_all<<<4, 64>>>();
    ok = ok && cudaMemcpyFromSymbol(times, popped, sizeof times) == cudaSuccess;
    for (int i = 0; i < n; i++) ok = ok && times[i] == 1;
    cudaFree(d);
    cudaFree(slots);
    puts(ok ? "OK" : "FAILED");
    return !ok;
}
