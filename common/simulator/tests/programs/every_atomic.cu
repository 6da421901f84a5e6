// Every atomic of every header, by enough threads on few words that a lost update shows. Run with
// the shortest time slice as well: no thread may get its turn within another's atomic.
#include <cuda/atomic>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include <cstdio>
#include <new>

constexpr int blocks = 3, threads = 64, total = blocks * threads;
constexpr int bit_words = total / 32;

// A type with an operation of its own, which the compiler puts into calls and blocks.
struct Pair {
    int a, b;
    __host__ __device__ Pair(int x = 0, int y = 0) : a{x}, b{y} {}
    __host__ __device__ bool operator==(const Pair& o) const { return a == o.a && b == o.b; }
};

struct Results {
    int add_i, sub_i, min_i, max_i, exch_i, cas_i;
    unsigned add_u, inc_u, dec_u, bits_or[bit_words], bits_and[bit_words], bits_xor[bit_words];
    unsigned long long add_64, min_64, max_64, or_64, and_64, xor_64, cas_64;
    long long min_s64, max_s64;
    float add_f;
    double add_d, cas_d;
    unsigned short cas_16;
    __half add_h;
    __half2 add_h2;
    __nv_bfloat16 add_b;
    int add_block[blocks], add_system;
};

__device__ void add_by_swapping(double* address, double value) {
    auto* const word = reinterpret_cast<unsigned long long*>(address);
    unsigned long long old = atomicCAS(word, 0ull, 0ull), assumed;
    do {
        assumed = old;
        old = atomicCAS(word, assumed,
                        __double_as_longlong(__longlong_as_double(assumed) + value));
    } while (old != assumed);
}

__global__ void functions(Results* r) {
    const int t = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(&r->add_i, 1);
    atomicSub(&r->sub_i, 2);
    atomicMin(&r->min_i, -t);
    atomicMax(&r->max_i, t);
    atomicAdd(&r->exch_i, atomicExch(&r->cas_i, t) >= 0 ? 1 : 0);
    atomicAdd(&r->add_u, 3u);
    atomicInc(&r->inc_u, 1000u);
    atomicDec(&r->dec_u, 1000u);
    atomicOr(&r->bits_or[t / 32], 1u << t % 32);
    atomicAnd(&r->bits_and[t / 32], ~(1u << t % 32));
    atomicXor(&r->bits_xor[t / 32], 1u << t % 32);
    atomicAdd(&r->add_64, 1ull << 20);
    atomicMin(&r->min_64, static_cast<unsigned long long>(1000 - t));
    atomicMax(&r->max_64, static_cast<unsigned long long>(t));
    atomicOr(&r->or_64, 1ull << t % 64);
    atomicAnd(&r->and_64, ~(1ull << t % 64));
    if (t < 64) atomicXor(&r->xor_64, 1ull << t);
    atomicMin(&r->min_s64, static_cast<long long>(-t));
    atomicMax(&r->max_s64, static_cast<long long>(t));
    atomicAdd(&r->add_f, 1.0f);
    atomicAdd(&r->add_d, 0.5);
    add_by_swapping(&r->cas_d, 0.25);
    for (unsigned short seen = 0, old; (old = atomicCAS(&r->cas_16, seen, seen + 1)) != seen;)
        seen = old;
    atomicAdd(&r->add_h, __float2half(1.0f));
    atomicAdd(&r->add_h2, __floats2half2_rn(1.0f, 2.0f));
    atomicAdd(&r->add_b, __float2bfloat16(1.0f));
    atomicAdd_block(&r->add_block[blockIdx.x], 1);
    atomicAdd_system(&r->add_system, 1);
}

template <class T>
using ref = cuda::atomic_ref<T, cuda::thread_scope_device>;

struct Referred {
    int add_i, sub_i, min_i, max_i, and_i, or_i, xor_i, by_operator, swapped;
    unsigned char add_byte;
    short add_short;
    long long add_64;
    float add_f;
    double add_d;
    int* pointer;
    Pair pair;
    cuda::atomic<int, cuda::thread_scope_device> whole;
    cuda::atomic<float, cuda::thread_scope_system> real;
};

__global__ void references(Referred* r) {
    const int t = blockIdx.x * blockDim.x + threadIdx.x;
    constexpr auto relaxed = cuda::memory_order_relaxed;
    ref<int>{r->add_i}.fetch_add(1, relaxed);
    ref<int>{r->sub_i}.fetch_sub(1, relaxed);
    ref<int>{r->min_i}.fetch_min(-t, relaxed);
    ref<int>{r->max_i}.fetch_max(t, relaxed);
    ref<int>{r->and_i}.fetch_and(~(1 << t % 32), relaxed);
    ref<int>{r->or_i}.fetch_or(1 << t % 32, relaxed);
    if (t < 32) ref<int>{r->xor_i}.fetch_xor(1 << t, relaxed);
    ++ref<int>{r->by_operator};
    ref<int>{r->by_operator} += 2;
    ref<unsigned char>{r->add_byte}.fetch_add(1, relaxed);
    ref<short>{r->add_short}.fetch_add(1, relaxed);
    ref<long long>{r->add_64}.fetch_add(1ll << 33, relaxed);
    ref<float>{r->add_f}.fetch_add(1.0f, relaxed);
    ref<double>{r->add_d}.fetch_add(0.5, relaxed);
    ref<int*>{r->pointer}.fetch_add(1, relaxed);
    ref<int> swapped{r->swapped};
    for (int seen = swapped.load(relaxed); !swapped.compare_exchange_weak(seen, seen + 1);) {
    }
    ref<Pair> pair{r->pair};
    for (Pair seen = pair.load(); !pair.compare_exchange_strong(seen, Pair{seen.a + 1, seen.b - 1});) {
    }
    r->whole.fetch_add(1, relaxed);
    r->real.fetch_add(1.0f, relaxed);
}

int wrong = 0;
void check(bool right, const char* what) {
    if (right) return;
    ++wrong;
    std::printf("wrong: %s\n", what);
}
#define CHECK(condition) check(condition, #condition)

void check_functions() {
    Results* r;
    cudaMallocManaged(&r, sizeof *r);
    *r = {};
    r->min_64 = 5000;
    r->cas_i = -1;
    r->and_64 = ~0ull;
    for (unsigned& word : r->bits_and) word = ~0u;
    functions<<<blocks, threads>>>(r);
    cudaDeviceSynchronize();
    CHECK(r->add_i == total && r->sub_i == -2 * total && r->min_i == -(total - 1) && r->max_i == total - 1);
    CHECK(r->exch_i == total - 1);
    CHECK(r->add_u == 3u * total && r->inc_u == total && r->dec_u == 1001u - total);
    for (int i = 0; i < bit_words; ++i)
        CHECK(r->bits_or[i] == ~0u && r->bits_and[i] == 0 && r->bits_xor[i] == ~0u);
    CHECK(r->add_64 == (1ull << 20) * total && r->min_64 == 1001 - total && r->max_64 == total - 1);
    CHECK(r->or_64 == ~0ull && r->and_64 == 0 && r->xor_64 == ~0ull);
    CHECK(r->min_s64 == -(total - 1) && r->max_s64 == total - 1);
    CHECK(r->add_f == total && r->add_d == 0.5 * total && r->cas_d == 0.25 * total && r->cas_16 == total);
    CHECK(__half2float(r->add_h) == total && __low2float(r->add_h2) == total);
    CHECK(__high2float(r->add_h2) == 2 * total && __bfloat162float(r->add_b) == total);
    for (const int sum : r->add_block) CHECK(sum == threads);
    CHECK(r->add_system == total);
    cudaFree(r);
}

void check_references() {
    Referred* r;
    cudaMallocManaged(&r, sizeof *r);
    new (r) Referred{};
    r->and_i = ~0;
    references<<<blocks, threads>>>(r);
    cudaDeviceSynchronize();
    CHECK(r->add_i == total && r->sub_i == -total && r->min_i == -(total - 1) && r->max_i == total - 1);
    CHECK(r->and_i == 0 && r->or_i == ~0 && r->xor_i == ~0 && r->by_operator == 3 * total);
    CHECK(r->add_byte == static_cast<unsigned char>(total) && r->add_short == total);
    CHECK(r->add_64 == (1ll << 33) * total && r->add_f == total && r->add_d == 0.5 * total);
    CHECK(r->pointer == static_cast<int*>(nullptr) + total && r->swapped == total);
    CHECK((r->pair == Pair{total, -total}));
    CHECK(r->whole.load() == total && r->real.load() == total);
    cudaFree(r);
}

int main() {
    check_functions();
    check_references();
    std::printf(wrong ? "%d wrong\n" : "OK\n", wrong);
    return wrong != 0;
}
