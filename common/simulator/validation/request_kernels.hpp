// The kernels of requests.cu: each makes the accesses of up to three patterns.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>
#include <type_traits>

#include "patterns.hpp"

// Up to three patterns, passed as a kernel parameter: constant memory, which none of the measured
// counters counts.
struct Batch {
    unsigned base;
    Pattern pattern[3];

    unsigned blocks() const { return 1 + base + base * base; }
    __device__ const Pattern& mine() const {
        return pattern[blockIdx.x == 0 ? 0 : blockIdx.x <= base ? 1 : 2];
    }
};

void check(cudaError_t error) {
    if (error == cudaSuccess) return;
    std::fprintf(stderr, "requests: %s\n", cudaGetErrorString(error));
    std::exit(2);
}

template <int size>
using Bits = std::conditional_t<
    size == 1, std::uint8_t,
    std::conditional_t<size == 2, std::uint16_t,
                       std::conditional_t<size == 4, std::uint32_t, std::uint64_t>>>;

// The value must be used, or the load goes; memory is zero, so that the store is not made there.
__device__ void use(std::uint64_t value, char* out) {
    if (value == 0xa5) *out = 1;
}

template <int size>
__device__ std::uint64_t load_global(const char* p) {
    std::uint32_t a = 0, b = 0, c = 0, d = 0;
    std::uint64_t w = 0;
    if constexpr (size == 1) asm volatile("ld.global.u8 %0, [%1];" : "=r"(a) : "l"(p));
    if constexpr (size == 2) asm volatile("ld.global.u16 %0, [%1];" : "=r"(a) : "l"(p));
    if constexpr (size == 4) asm volatile("ld.global.u32 %0, [%1];" : "=r"(a) : "l"(p));
    if constexpr (size == 8) asm volatile("ld.global.u64 %0, [%1];" : "=l"(w) : "l"(p));
    if constexpr (size == 16)
        asm volatile("ld.global.v4.u32 {%0, %1, %2, %3}, [%4];"
                     : "=r"(a), "=r"(b), "=r"(c), "=r"(d)
                     : "l"(p));
    return a + b + c + d + w;
}

template <int size>
__device__ void store_global(char* p) {
    if constexpr (size == 1) asm volatile("st.global.u8 [%0], %1;" ::"l"(p), "r"(1));
    if constexpr (size == 2) asm volatile("st.global.u16 [%0], %1;" ::"l"(p), "r"(1));
    if constexpr (size == 4) asm volatile("st.global.u32 [%0], %1;" ::"l"(p), "r"(1));
    if constexpr (size == 8) asm volatile("st.global.u64 [%0], %1;" ::"l"(p), "l"(1ull));
    if constexpr (size == 16)
        asm volatile("st.global.v4.u32 [%0], {%1, %1, %1, %1};" ::"l"(p), "r"(1));
}

template <int size>
__device__ std::uint64_t load_shared(unsigned p) {
    std::uint32_t a = 0, b = 0, c = 0, d = 0;
    std::uint64_t w = 0;
    if constexpr (size == 1) asm volatile("ld.shared.u8 %0, [%1];" : "=r"(a) : "r"(p));
    if constexpr (size == 2) asm volatile("ld.shared.u16 %0, [%1];" : "=r"(a) : "r"(p));
    if constexpr (size == 4) asm volatile("ld.shared.u32 %0, [%1];" : "=r"(a) : "r"(p));
    if constexpr (size == 8) asm volatile("ld.shared.u64 %0, [%1];" : "=l"(w) : "r"(p));
    if constexpr (size == 16)
        asm volatile("ld.shared.v4.u32 {%0, %1, %2, %3}, [%4];"
                     : "=r"(a), "=r"(b), "=r"(c), "=r"(d)
                     : "r"(p));
    return a + b + c + d + w;
}

template <int size>
__device__ void store_shared(unsigned p) {
    if constexpr (size == 1) asm volatile("st.shared.u8 [%0], %1;" ::"r"(p), "r"(1));
    if constexpr (size == 2) asm volatile("st.shared.u16 [%0], %1;" ::"r"(p), "r"(1));
    if constexpr (size == 4) asm volatile("st.shared.u32 [%0], %1;" ::"r"(p), "r"(1));
    if constexpr (size == 8) asm volatile("st.shared.u64 [%0], %1;" ::"r"(p), "l"(1ull));
    if constexpr (size == 16)
        asm volatile("st.shared.v4.u32 [%0], {%1, %1, %1, %1};" ::"r"(p), "r"(1));
}

extern __shared__ char shared_memory[];

__device__ unsigned lane() {
    return threadIdx.x;
}
__device__ bool takes_part(const Pattern& pattern) {
    return pattern.mask >> lane() & 1;
}

template <int size>
__global__ void global_load(const __grid_constant__ Batch batch, char* memory, char* out) {
    const Pattern& at = batch.mine();
    if (takes_part(at)) use(load_global<size>(memory + at.x[lane()] * size), out);
}
template <int size>
__global__ void global_store(const __grid_constant__ Batch batch, char* memory, char*) {
    const Pattern& at = batch.mine();
    if (takes_part(at)) store_global<size>(memory + at.x[lane()] * size);
}
template <int size>
__global__ void shared_load(const __grid_constant__ Batch batch, char*, char* out) {
    const Pattern& at = batch.mine();
    const auto base = static_cast<unsigned>(__cvta_generic_to_shared(shared_memory));
    if (takes_part(at)) use(load_shared<size>(base + at.x[lane()] * size), out);
}
template <int size>
__global__ void shared_store(const __grid_constant__ Batch batch, char*, char*) {
    const Pattern& at = batch.mine();
    const auto base = static_cast<unsigned>(__cvta_generic_to_shared(shared_memory));
    if (takes_part(at)) store_shared<size>(base + at.x[lane()] * size);
}

struct Add {
    template <class T>
    __device__ static T apply(T* p) {
        return atomicAdd(p, T(lane() + 1));
    }
};
struct Min {
    template <class T>
    __device__ static T apply(T* p) {
        return atomicMin(p, T(lane()));
    }
};
struct Max {
    template <class T>
    __device__ static T apply(T* p) {
        return atomicMax(p, T(lane()));
    }
};
struct And {
    template <class T>
    __device__ static T apply(T* p) {
        return atomicAnd(p, T(lane()));
    }
};
struct Or {
    template <class T>
    __device__ static T apply(T* p) {
        return atomicOr(p, T(lane()));
    }
};
struct Xor {
    template <class T>
    __device__ static T apply(T* p) {
        return atomicXor(p, T(lane()));
    }
};
struct Inc {
    template <class T>
    __device__ static T apply(T* p) {
        return atomicInc(p, T(lane()));
    }
};
struct Exchange {
    template <class T>
    __device__ static T apply(T* p) {
        return atomicExch(p, T(lane()));
    }
};
struct CompareAndSwap {
    template <class T>
    __device__ static T apply(T* p) {
        return atomicCAS(p, T(0), T(lane()));
    }
};

template <class Op, class T, bool shared, bool used>
__global__ void atomic(const __grid_constant__ Batch batch, char* memory, T* out) {
    const Pattern& at = batch.mine();
    T* base = reinterpret_cast<T*>(shared ? shared_memory : memory);
    if (shared) asm volatile("" ::: "memory");
    if (!takes_part(at)) return;
    const T old = Op::apply(base + at.x[lane()]);
    if (used) out[lane()] = old;
}

template <class T>
__global__ void fetch_1d(const __grid_constant__ Batch batch, cudaTextureObject_t t, T* out) {
    const Pattern& at = batch.mine();
    if (takes_part(at)) out[lane()] = tex1Dfetch<T>(t, at.x[lane()]);
}
template <class T>
__global__ void texture_1d(const __grid_constant__ Batch batch, cudaTextureObject_t t, T* out,
                           float shift) {
    const Pattern& at = batch.mine();
    if (takes_part(at)) out[lane()] = tex1D<T>(t, at.x[lane()] + shift);
}
template <class T>
__global__ void texture_2d(const __grid_constant__ Batch batch, cudaTextureObject_t t, T* out,
                           float shift) {
    const Pattern& at = batch.mine();
    if (takes_part(at)) out[lane()] = tex2D<T>(t, at.x[lane()] + shift, at.y[lane()] + shift);
}
