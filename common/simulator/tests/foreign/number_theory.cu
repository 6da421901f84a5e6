// Integers: a segmented sieve with bytes in shared memory, modular powers with 128-bit products, Collatz
// records by packed atomicMax, greatest common divisors, perfect numbers, digits of a big factorial.
#include <cstdio>
#include <vector>

typedef unsigned long long u64;

__device__ u64 mulmod(u64 a, u64 b, u64 m) { return (u64)((unsigned __int128)a * b % m); }
__device__ u64 powmod(u64 a, u64 e, u64 m) {
    u64 r = 1 % m;
    for (a %= m; e; e >>= 1, a = mulmod(a, a, m))
        if (e & 1) r = mulmod(r, a, m);
    return r;
}
__device__ bool is_prime(u64 n) {
    if (n < 2 || n % 2 == 0) return n == 2;
    const int shift = __ffsll(n - 1) - 1;
    for (u64 a : {2ull, 3ull, 5ull, 7ull, 11ull, 13ull, 17ull}) {
        if (n == a) return true;
        u64 x = powmod(a, (n - 1) >> shift, n);
        if (x == 1 || x == n - 1) continue;
        bool composite = true;
        for (int r = 1; r < shift && composite; r++) {
            x = mulmod(x, x, n);
            composite = x != n - 1;
        }
        if (composite) return false;
    }
    return true;
}
__global__ void count_primes(u64 from, int n, int *total) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int found = __syncthreads_count(i < n && is_prime(from + i));
    if (threadIdx.x == 0) atomicAdd(total, found);
}
__global__ void sieve(int segment, const int *primes, int known, int *total) {
    extern __shared__ unsigned char composite[];
    const int from = blockIdx.x * segment;
    for (int i = threadIdx.x; i < segment; i += blockDim.x) composite[i] = from + i < 2;
    __syncthreads();
    for (int k = 0; k < known; k++) {
        const int p = primes[k], first = max((from + p - 1) / p, p) * p;
        for (int m = first + threadIdx.x * p; m < from + segment; m += blockDim.x * p) composite[m - from] = 1;
        __syncthreads();
    }
    int count = 0;
    for (int i = threadIdx.x; i < segment; i += blockDim.x) count += !composite[i];
    count = __reduce_add_sync(~0u, count);
    if (threadIdx.x % 32 == 0) atomicAdd(total, count);
}
__global__ void collatz(unsigned n, u64 *record) {
    const unsigned start = blockIdx.x * blockDim.x + threadIdx.x + 1;
    if (start > n) return;
    unsigned steps = 0;
    for (u64 x = start; x != 1; steps++) x = x & 1 ? 3 * x + 1 : x >> 1;
    atomicMax(record, (u64)steps << 32 | (~start & 0xffffffffu));
}
__global__ void gcds(const int2 *pairs, int *out) {
    int a = pairs[threadIdx.x].x, b = pairs[threadIdx.x].y;
    while (b) {
        const int t = a % b;
        a = b, b = t;
    }
    out[threadIdx.x] = a;
}
// One limb per thread; carries ripple through shared memory.
__global__ void factorial(int n, unsigned *limbs) {
    __shared__ unsigned digits[64];
    __shared__ int pending;
    const int t = threadIdx.x;
    digits[t] = t == 0;
    __syncthreads();
    for (int k = 2; k <= n; k++) {
        u64 value = (u64)digits[t] * k;
        unsigned carry = value / 1000000000u;
        digits[t] = value % 1000000000u;
        do {
            __syncthreads();
            if (t == 0) pending = 0;
            const unsigned from_below = __shfl_up_sync(~0u, carry, 1);
            __shared__ unsigned across;
            if (t == 31) across = carry;
            __syncthreads();
            value = (u64)digits[t] + (t == 0 ? 0 : t == 32 ? across : from_below);
            carry = value / 1000000000u;
            digits[t] = value % 1000000000u;
            if (carry) atomicOr(&pending, 1);
            __syncthreads();
        } while (pending);
        __syncthreads();
    }
    limbs[t] = digits[t];
}

int main() {
    int *d, count;
    u64 *d_record, record;
    cudaMalloc(&d, 64 * sizeof(int)), cudaMalloc(&d_record, sizeof record);
    cudaMemset(d, 0, sizeof(int));
    count_primes<<<4, 64>>>(1000000000000ull, 250, d);
    cudaMemcpy(&count, d, sizeof count, cudaMemcpyDeviceToHost);
    bool ok = count == 11;
    const int small[] = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61};
    int *d_small;
    cudaMalloc(&d_small, sizeof small);
    cudaMemcpy(d_small, small, sizeof small, cudaMemcpyHostToDevice);
    cudaMemset(d, 0, sizeof(int));
    sieve<<<8, 64, 512>>>(512, d_small, 18, d);
    cudaMemcpy(&count, d, sizeof count, cudaMemcpyDeviceToHost);
    ok = ok && count == 564;  // below 4096
    cudaMemset(d_record, 0, sizeof record);
    collatz<<<8, 128>>>(1000, d_record);
    cudaMemcpy(&record, d_record, sizeof record, cudaMemcpyDeviceToHost);
    ok = ok && record >> 32 == 178 && ~(unsigned)record == 871;
    int2 pairs[] = {{12, 18}, {17, 5}, {100, 75}, {0, 9}}, *d_pairs;
    int g[4];
    cudaMalloc(&d_pairs, sizeof pairs);
    cudaMemcpy(d_pairs, pairs, sizeof pairs, cudaMemcpyHostToDevice);
    gcds<<<1, 4>>>(d_pairs, d);
    cudaMemcpy(g, d, sizeof g, cudaMemcpyDeviceToHost);
    ok = ok && g[0] == 6 && g[1] == 1 && g[2] == 25 && g[3] == 9;
    unsigned limbs[64];
    factorial<<<1, 64>>>(30, reinterpret_cast<unsigned *>(d));
    cudaMemcpy(limbs, d, sizeof limbs, cudaMemcpyDeviceToHost);
    ok = ok && limbs[3] == 265252 && limbs[2] == 859812191u && limbs[1] == 58636308u && limbs[0] == 480000000u && limbs[4] == 0;
    cudaFree(d), cudaFree(d_record), cudaFree(d_small), cudaFree(d_pairs);
    std::printf("%d %u\n%s\n", count, ~(unsigned)record, ok ? "OK" : "FAILED");
    return !ok;
}
