// <curand_kernel.h> on the simulator: the generators XORWOW (Marsaglia 2003, with a Weyl sequence),
// Philox4x32-10 (Salmon et al. 2011) and MRG32k3a (cusim/mrg32k3a.hpp). Integers and uniform numbers
// equal those of the toolkit bit for bit. Normal numbers are computed with this machine's sine,
// cosine and logarithm.
#pragma once

#include "cusim/letters_hidden.hpp"

#include "cuda_runtime.h"
#include "cusim/mrg32k3a.hpp"
#include "cusim/philox.hpp"
#include "cusim/xorwow.hpp"

#define CURAND_2POW32_INV (2.3283064e-10f)
#define CURAND_2POW32_INV_DOUBLE (2.3283064365386963e-10)
#define CURAND_2POW53_INV_DOUBLE (1.1102230246251565e-16)
#define CURAND_2PI (6.2831855f)

struct curandStateXORWOW {
    unsigned int d, v[5];
    int boxmuller_flag;
    int boxmuller_flag_double;
    float boxmuller_extra;
    double boxmuller_extra_double;
};
typedef struct curandStateXORWOW curandStateXORWOW_t;
typedef struct curandStateXORWOW curandState_t;
typedef struct curandStateXORWOW curandState;

struct curandStatePhilox4_32_10 {
    uint4 ctr;
    uint4 output;
    uint2 key;
    unsigned int STATE;  // the next word of output
    int boxmuller_flag;
    int boxmuller_flag_double;
    float boxmuller_extra;
    double boxmuller_extra_double;
};
typedef struct curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;

namespace cusim::detail {

// What a state keeps of a pair of normal numbers: nothing, one number, or its exponential.
enum NormalLeft { no_normal_left = 0, normal_left = 1, log_normal_left = 2 };

template <class State>
__device__ inline void forget_normals(State& state) {
    state.boxmuller_flag = no_normal_left;
    state.boxmuller_flag_double = no_normal_left;
    state.boxmuller_extra = 0;
    state.boxmuller_extra_double = 0;
}

// ---- Philox ------------------------------------------------------------------------------------

__device__ inline void next_counter(uint4& c) {
    if (++c.x) return;
    if (++c.y) return;
    if (++c.z) return;
    ++c.w;
}

// As in the toolkit: the carry into z is decided by comparing y, even if `high` has wrapped before.
__device__ inline void add_to_counter(uint4& c, unsigned long long n) {
    const unsigned int low = (unsigned int)n;
    unsigned int high = (unsigned int)(n >> 32);
    c.x += low;
    if (c.x < low) high++;
    c.y += high;
    if (high <= c.y) return;
    if (++c.z) return;
    ++c.w;
}

__device__ inline void add_to_upper_counter(uint4& c, unsigned long long n) {
    const unsigned int low = (unsigned int)n;
    unsigned int high = (unsigned int)(n >> 32);
    c.z += low;
    if (c.z < low) high++;
    c.w += high;
}

// ---- From bits to numbers ----------------------------------------------------------------------

__device__ inline float uniform(unsigned int x) {
    return x * CURAND_2POW32_INV + CURAND_2POW32_INV / 2.0f;
}
__device__ inline double uniform_double(unsigned int x, unsigned int y) {
    const unsigned long long z = (unsigned long long)x ^ ((unsigned long long)y << (53 - 32));
    return z * CURAND_2POW53_INV_DOUBLE + CURAND_2POW53_INV_DOUBLE / 2.0;
}

// A pair of normal numbers by the Box-Muller method.
__device__ inline float2 normal_pair(unsigned int x, unsigned int y) {
    const float angle = y * (CURAND_2POW32_INV * CURAND_2PI) + CURAND_2POW32_INV * CURAND_2PI / 2;
    const float radius = sqrtf(-2.0f * logf(uniform(x)));
    return make_float2(sinf(angle) * radius, cosf(angle) * radius);
}
__device__ inline double2 normal_pair_double(uint4 x) {
    const double turns = uniform_double(x.z, x.w) * 2.0;
    const double radius = sqrt(-2.0 * log(uniform_double(x.x, x.y)));
    double sine, cosine;
    sincospi(turns, &sine, &cosine);
    return make_double2(sine * radius, cosine * radius);
}

}  // namespace cusim::detail

// ---- XORWOW
// --------------------------------------------------------------------------------------

__device__ inline unsigned int curand(curandStateXORWOW_t* state) {
    const unsigned int t = state->v[0] ^ (state->v[0] >> 2);
    state->v[0] = state->v[1];
    state->v[1] = state->v[2];
    state->v[2] = state->v[3];
    state->v[3] = state->v[4];
    state->v[4] = (state->v[4] ^ (state->v[4] << 4)) ^ (t ^ (t << 1));
    state->d += 362437;
    return state->v[4] + state->d;
}

__device__ inline void skipahead(unsigned long long n, curandStateXORWOW_t* state) {
    curandStateXORWOW_t next = *state;
    ::cusim::detail::skip_xorwow(next.v, n, 0);
    next.d += 362437 * (unsigned int)n;
    *state = next;
}

// Each sequence has 2^67 numbers, after which the Weyl sequence repeats.
__device__ inline void skipahead_sequence(unsigned long long n, curandStateXORWOW_t* state) {
    curandStateXORWOW_t next = *state;
    ::cusim::detail::skip_xorwow(next.v, n, 67);
    *state = next;
}

__device__ inline void curand_init(unsigned long long seed, unsigned long long subsequence,
                                   unsigned long long offset, curandStateXORWOW_t* state) {
    const unsigned int low = 1099087573u * ((unsigned int)seed ^ 0xaad26b49u);
    const unsigned int high = 2591861531u * ((unsigned int)(seed >> 32) ^ 0xf7dcefddu);
    curandStateXORWOW_t fresh;
    fresh.d = 6615241u + high + low;
    fresh.v[0] = 123456789u + low;
    fresh.v[1] = 362436069u ^ low;
    fresh.v[2] = 521288629u + high;
    fresh.v[3] = 88675123u ^ high;
    fresh.v[4] = 5783321u + low;
    ::cusim::detail::skip_xorwow(fresh.v, subsequence, 67);
    ::cusim::detail::skip_xorwow(fresh.v, offset, 0);
    fresh.d += 362437 * (unsigned int)offset;
    ::cusim::detail::forget_normals(fresh);
    *state = fresh;
}

// ---- Philox
// --------------------------------------------------------------------------------------

__device__ inline unsigned int curand(curandStatePhilox4_32_10_t* state) {
    const unsigned int at = state->STATE;
    const unsigned int result = at == 1   ? state->output.y
                                : at == 2 ? state->output.z
                                : at == 3 ? state->output.w
                                          : state->output.x;
    state->STATE = at + 1;
    if (at + 1 == 4) {
        ::cusim::detail::next_counter(state->ctr);
        state->output = ::cusim::detail::philox(state->ctr, state->key);
        state->STATE = 0;
    }
    return result;
}

__device__ inline uint4 curand4(curandStatePhilox4_32_10_t* state) {
    const uint4 a = state->output;
    ::cusim::detail::next_counter(state->ctr);
    const uint4 b = ::cusim::detail::philox(state->ctr, state->key);
    state->output = b;
    const unsigned int at = state->STATE;
    if (at == 1) return make_uint4(a.y, a.z, a.w, b.x);
    if (at == 2) return make_uint4(a.z, a.w, b.x, b.y);
    if (at == 3) return make_uint4(a.w, b.x, b.y, b.z);
    return a;
}

__device__ inline void skipahead(unsigned long long n, curandStatePhilox4_32_10_t* state) {
    state->STATE += n & 3;
    n /= 4;
    if (state->STATE > 3) {
        n += 1;
        state->STATE -= 4;
    }
    ::cusim::detail::add_to_counter(state->ctr, n);
    state->output = ::cusim::detail::philox(state->ctr, state->key);
}

// Each sequence has 2^66 numbers.
__device__ inline void skipahead_sequence(unsigned long long n, curandStatePhilox4_32_10_t* state) {
    ::cusim::detail::add_to_upper_counter(state->ctr, n);
    state->output = ::cusim::detail::philox(state->ctr, state->key);
}

__device__ inline void curand_init(unsigned long long seed, unsigned long long subsequence,
                                   unsigned long long offset, curandStatePhilox4_32_10_t* state) {
    curandStatePhilox4_32_10_t fresh;
    fresh.ctr = make_uint4(0, 0, 0, 0);
    fresh.key = make_uint2((unsigned int)seed, (unsigned int)(seed >> 32));
    fresh.STATE = 0;
    ::cusim::detail::forget_normals(fresh);
    skipahead_sequence(subsequence, &fresh);
    skipahead(offset, &fresh);
    *state = fresh;
}

// ---- Numbers of either
// ---------------------------------------------------------------------------

__device__ inline float curand_uniform(curandStateXORWOW_t* state) {
    return ::cusim::detail::uniform(curand(state));
}
__device__ inline float curand_uniform(curandStatePhilox4_32_10_t* state) {
    return ::cusim::detail::uniform(curand(state));
}
__device__ inline float4 curand_uniform4(curandStatePhilox4_32_10_t* state) {
    const uint4 x = curand4(state);
    return make_float4(::cusim::detail::uniform(x.x), ::cusim::detail::uniform(x.y),
                       ::cusim::detail::uniform(x.z), ::cusim::detail::uniform(x.w));
}
__device__ inline double curand_uniform_double(curandStateXORWOW_t* state) {
    const unsigned int x = curand(state);
    return ::cusim::detail::uniform_double(x, curand(state));
}
// As in the toolkit, from 32 random bits only.
__device__ inline double curand_uniform_double(curandStatePhilox4_32_10_t* state) {
    return curand(state) * CURAND_2POW32_INV_DOUBLE + CURAND_2POW32_INV_DOUBLE;
}
__device__ inline double2 curand_uniform2_double(curandStatePhilox4_32_10_t* state) {
    const uint4 x = curand4(state);
    return make_double2(::cusim::detail::uniform_double(x.x, x.y),
                        ::cusim::detail::uniform_double(x.z, x.w));
}

namespace cusim::detail {

template <class State>
__device__ inline float2 next_normal_pair(State* state) {
    const unsigned int x = curand(state);
    return normal_pair(x, curand(state));
}

__device__ inline double2 next_normal_pair_double(curandStateXORWOW_t* state) {
    uint4 x;
    x.x = curand(state);
    x.y = curand(state);
    x.z = curand(state);
    x.w = curand(state);
    return normal_pair_double(x);
}
__device__ inline double2 next_normal_pair_double(curandStatePhilox4_32_10_t* state) {
    return normal_pair_double(curand4(state));
}

// Returns one of a pair, and the other one at the next call.
template <class State, class Change>
__device__ inline float one_normal(State* state, NormalLeft kind, Change change) {
    if (state->boxmuller_flag == kind) {
        state->boxmuller_flag = no_normal_left;
        return state->boxmuller_extra;
    }
    const float2 pair = next_normal_pair(state);
    state->boxmuller_extra = change(pair.y);
    state->boxmuller_flag = kind;
    return change(pair.x);
}
template <class State, class Change>
__device__ inline double one_normal_double(State* state, NormalLeft kind, Change change) {
    if (state->boxmuller_flag_double == kind) {
        state->boxmuller_flag_double = no_normal_left;
        return state->boxmuller_extra_double;
    }
    const double2 pair = next_normal_pair_double(state);
    state->boxmuller_extra_double = change(pair.y);
    state->boxmuller_flag_double = kind;
    return change(pair.x);
}

struct AsItIs {
    template <class T>
    __device__ T operator()(T x) const {
        return x;
    }
};
template <class T>
struct LogNormal {
    T mean, stddev;
    __device__ T operator()(T x) const { return exp(mean + stddev * x); }
};

}  // namespace cusim::detail

template <class State>
__device__ inline float curand_normal(State* state) {
    return ::cusim::detail::one_normal(state, ::cusim::detail::normal_left,
                                       ::cusim::detail::AsItIs{});
}
template <class State>
__device__ inline float2 curand_normal2(State* state) {
    return ::cusim::detail::next_normal_pair(state);
}
__device__ inline float4 curand_normal4(curandStatePhilox4_32_10_t* state) {
    const uint4 x = curand4(state);
    const float2 a = ::cusim::detail::normal_pair(x.x, x.y),
                 b = ::cusim::detail::normal_pair(x.z, x.w);
    return make_float4(a.x, a.y, b.x, b.y);
}
template <class State>
__device__ inline double curand_normal_double(State* state) {
    return ::cusim::detail::one_normal_double(state, ::cusim::detail::normal_left,
                                              ::cusim::detail::AsItIs{});
}
template <class State>
__device__ inline double2 curand_normal2_double(State* state) {
    return ::cusim::detail::next_normal_pair_double(state);
}
template <class State>
__device__ inline float curand_log_normal(State* state, float mean, float stddev) {
    return ::cusim::detail::one_normal(state, ::cusim::detail::log_normal_left,
                                       ::cusim::detail::LogNormal<float>{mean, stddev});
}
template <class State>
__device__ inline float2 curand_log_normal2(State* state, float mean, float stddev) {
    const float2 pair = ::cusim::detail::next_normal_pair(state);
    const ::cusim::detail::LogNormal<float> change{mean, stddev};
    return make_float2(change(pair.x), change(pair.y));
}
template <class State>
__device__ inline double curand_log_normal_double(State* state, double mean, double stddev) {
    return ::cusim::detail::one_normal_double(state, ::cusim::detail::log_normal_left,
                                              ::cusim::detail::LogNormal<double>{mean, stddev});
}

#include "cusim/curand_several.hpp"

#include "cusim/letters_restored.hpp"
