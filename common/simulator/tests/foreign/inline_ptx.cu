// Inline PTX as libraries use it in small doses: where a thread is, bits, long numbers with
// carries, addresses of shared memory in 32 bits, loads with hints, and flags with orders.
#include <cstdint>
#include <cstdio>

constexpr int THREADS = 64;

__device__ __forceinline__ unsigned lane() {
    unsigned result;
    asm volatile("mov.u32 %0, %%laneid;" : "=r"(result));
    return result;
}
__device__ __forceinline__ unsigned lanes_below() {
    unsigned result;
    asm("mov.u32 %0, %lanemask_lt;" : "=r"(result));
    return result;
}
__device__ __forceinline__ uint32_t shared_address(const void* pointer) {
    uint32_t result;
    asm("{ .reg .u64 wide; cvta.to.shared.u64 wide, %1; cvt.u32.u64 %0, wide; }"
        : "=r"(result)
        : "l"(pointer));
    return result;
}
template <class T>
__device__ T extract(T value, unsigned at, unsigned length);
template <>
__device__ unsigned extract(unsigned value, unsigned at, unsigned length) {
    unsigned result;
    asm("bfe.u32 %0, %1, %2, %3;" : "=r"(result) : "r"(value), "r"(at), "r"(length));
    return result;
}
template <>
__device__ int extract(int value, unsigned at, unsigned length) {
    int result;
    asm("bfe.s32 %0, %1, %2, %3;" : "=r"(result) : "r"(value), "r"(at), "r"(length));
    return result;
}
__device__ unsigned insert(unsigned from, unsigned into, unsigned at, unsigned length) {
    unsigned result;
    asm("bfi.b32 %0, %1, %2, %3, %4;" : "=r"(result) : "r"(from), "r"(into), "r"(at), "r"(length));
    return result;
}

// Sums of 96 bits.
struct Long {
    unsigned word[3];
};
__device__ Long operator+(Long a, Long b) {
    asm("add.cc.u32  %0, %0, %3;\n\t"
        "addc.cc.u32 %1, %1, %4;\n\t"
        "addc.u32    %2, %2, %5;  // the last carry is lost"
        : "+r"(a.word[0]), "+r"(a.word[1]), "+r"(a.word[2])
        : "r"(b.word[0]), "r"(b.word[1]), "r"(b.word[2]));
    return a;
}

__global__ void where_and_bits(unsigned* out, Long* sums) {
    __shared__ unsigned tile[THREADS];
    const unsigned t = threadIdx.x;
    tile[t] = 3 * t;
    asm volatile("bar.sync 0;" ::: "memory");
    out[t] = lane() + lanes_below();
    asm volatile("ld.shared.u32 %0, [%1+4];"
                 : "=r"(out[THREADS + t])
                 : "r"(shared_address(&tile[t < THREADS - 1 ? t : t - 1])));
    out[2 * THREADS + t] = extract(0xabcd1234u, t % 32, 8);
    out[3 * THREADS + t] = unsigned(extract(int(0xabcd1234), t % 32, 8));
    out[4 * THREADS + t] = insert(t, 0xffffffffu, 8, 8);
    unsigned chosen;
    asm("{\n\t"
        ".reg .pred p;\n\t"
        "setp.ge.u32 p, %1, 32;\n\t"
        "selp.u32 %0, 100, 200, p;\n\t"
        "@!p add.u32 %0, %0, 1;\n\t"
        "}"
        : "=r"(chosen)
        : "r"(t));
    out[5 * THREADS + t] = chosen;
    sums[t] = Long{{0xffffffffu, 0xffffffffu, t}} + Long{{1, 0, 0}};
}

__global__ void loads_and_atomics(const float4* in, float* out, unsigned* counts) {
    float4 v;
    asm volatile("ld.global.nc.L1::no_allocate.v4.f32 {%0, %1, %2, %3}, [%4];"
                 : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w)
                 : "l"(in + threadIdx.x));
    float sum = v.x + v.y + v.z + v.w;
    asm("fma.rn.f32 %0, %0, %1, %2;" : "+f"(sum) : "f"(2.0f), "f"(0.5f));
    asm volatile("st.global.cg.f32 [%0], %1;" ::"l"(out + threadIdx.x), "f"(sum) : "memory");
    unsigned before;
    asm volatile("atom.global.add.u32 %0, [%1], %2;" : "=r"(before) : "l"(counts), "n"(2));
    asm volatile("red.global.max.u32 [%0+4], %1;" ::"l"(counts), "r"(before) : "memory");
}

__global__ void hand_over(int* flag, int* payload, int* result) {
    if (blockIdx.x == 0) {
        *payload = 42;
        asm volatile("st.release.gpu.global.s32 [%0], %1;" ::"l"(flag), "r"(1) : "memory");
    } else {
        int seen;
        do {
            asm volatile("ld.acquire.gpu.global.s32 %0, [%1];" : "=r"(seen) : "l"(flag) : "memory");
        } while (!seen);
        *result = *payload;
    }
}

bool bits_are_right() {
    unsigned* out;
    Long* sums;
    cudaMallocManaged(&out, 6 * THREADS * sizeof *out);
    cudaMallocManaged(&sums, THREADS * sizeof *sums);
    where_and_bits<<<1, THREADS>>>(out, sums);
    cudaDeviceSynchronize();
    bool right = true;
    for (unsigned t = 0; t < THREADS; ++t) {
        const unsigned l = t % 32;
        const int as_int = int(0xabcd1234);
        const int cut = l <= 24 ? int(0xabcd1234u << (24 - l)) >> 24 : as_int >> l;
        right = right && out[t] == l + ((1u << l) - 1);
        right = right && out[THREADS + t] == 3 * (t < THREADS - 1 ? t + 1 : t);
        right = right && out[2 * THREADS + t] == (0xabcd1234u >> l & 0xff);
        right = right && out[3 * THREADS + t] == unsigned(cut);
        right = right && out[4 * THREADS + t] == (0xffff00ffu | t << 8);
        right = right && out[5 * THREADS + t] == (t >= 32 ? 100 : 201);
        right = right && sums[t].word[0] == 0 && sums[t].word[1] == 0 && sums[t].word[2] == t + 1;
    }
    cudaFree(out);
    cudaFree(sums);
    return right;
}

bool memory_is_right() {
    float4* in;
    float* out;
    unsigned* counts;
    cudaMallocManaged(&in, THREADS * sizeof *in);
    cudaMallocManaged(&out, THREADS * sizeof *out);
    cudaMallocManaged(&counts, 2 * sizeof *counts);
    for (int t = 0; t < THREADS; ++t) in[t] = make_float4(float(t), 1, 2, 3);
    counts[0] = counts[1] = 0;
    loads_and_atomics<<<1, THREADS>>>(in, out, counts);
    cudaDeviceSynchronize();
    bool right = counts[0] == 2 * THREADS && counts[1] == 2 * THREADS - 2;
    for (int t = 0; t < THREADS; ++t) right = right && out[t] == 2.0f * float(t + 6) + 0.5f;
    cudaFree(in);
    cudaFree(out);
    cudaFree(counts);
    return right;
}

// The bytes of a are 0 to 3, those of b 4 to 7.
__global__ void permute(unsigned* out) {
    const unsigned a = 0x03020100, b = 0x07060504;
    const unsigned s = threadIdx.x;
    asm("prmt.b32.f4e %0, %1, %2, %3;" : "=r"(out[s]) : "r"(a), "r"(b), "r"(s));
    asm("prmt.b32.b4e %0, %1, %2, %3;" : "=r"(out[4 + s]) : "r"(a), "r"(b), "r"(s));
    asm("prmt.b32.rc8 %0, %1, %2, %3;" : "=r"(out[8 + s]) : "r"(a), "r"(b), "r"(s));
    asm("prmt.b32.ecl %0, %1, %2, %3;" : "=r"(out[12 + s]) : "r"(a), "r"(b), "r"(s));
    asm("prmt.b32.ecr %0, %1, %2, %3;" : "=r"(out[16 + s]) : "r"(a), "r"(b), "r"(s));
    asm("prmt.b32.rc16 %0, %1, %2, %3;" : "=r"(out[20 + s]) : "r"(a), "r"(b), "r"(s));
}

bool permutations_are_right() {
    const unsigned expected[24] = {
        0x03020100, 0x04030201, 0x05040302, 0x06050403,  // forward
        0x05060700, 0x06070001, 0x07000102, 0x00010203,  // backward
        0x00000000, 0x01010101, 0x02020202, 0x03030303,  // one byte
        0x03020100, 0x03020101, 0x03020202, 0x03030303,  // clamped left
        0x00000000, 0x01010100, 0x02020100, 0x03020100,  // clamped right
        0x01000100, 0x03020302, 0x01000100, 0x03020302,  // one half
    };
    unsigned* out;
    cudaMallocManaged(&out, sizeof expected);
    permute<<<1, 4>>>(out);
    cudaDeviceSynchronize();
    bool right = true;
    for (int i = 0; i < 24; ++i) right = right && out[i] == expected[i];
    cudaFree(out);
    return right;
}

bool flags_are_right() {
    int* cells;
    cudaMalloc(&cells, 3 * sizeof *cells);
    cudaMemset(cells, 0, 3 * sizeof *cells);
    hand_over<<<2, 1>>>(cells, cells + 1, cells + 2);
    int result = 0;
    cudaMemcpy(&result, cells + 2, sizeof result, cudaMemcpyDeviceToHost);
    cudaFree(cells);
    return result == 42;
}

int main() {
    const bool right =
        bits_are_right() && memory_is_right() && permutations_are_right() && flags_are_right();
    std::puts(right ? "OK" : "FAILED");
    return right ? 0 : 1;
}
