// The generator MRG32k3a (L'Ecuyer 1999) of <curand_kernel.h>: two recurrences of order three,
// whose values are subtracted. Integers and uniform numbers equal those of the toolkit bit for bit.
#pragma once

#include "cuda_runtime.h"

struct curandStateMRG32k3a {
    unsigned int s1[3], s2[3];
    int boxmuller_flag;
    int boxmuller_flag_double;
    float boxmuller_extra;
    double boxmuller_extra_double;
};
typedef struct curandStateMRG32k3a curandStateMRG32k3a_t;

namespace cusim::detail {

constexpr unsigned int mrg_modulus_1 = 4294967087u, mrg_modulus_2 = 4294944443u;

// Applies both recurrences `steps` times 2^power times. `power`: 0, 76 or 127.
void skip_mrg(unsigned int* s1, unsigned int* s2, unsigned long long steps, unsigned int power);

// From 1 to the first modulus.
__device__ inline unsigned int next_mrg(curandStateMRG32k3a_t* state) {
    // The negative factors are those of the moduli less the factor, so that nothing is below zero.
    constexpr unsigned long long m1 = mrg_modulus_1, m2 = mrg_modulus_2;
    const unsigned long long first =
        (1403580ull * state->s1[1] + 810728ull * (m1 - state->s1[0])) % m1;
    const unsigned long long second =
        (527612ull * state->s2[2] + 1370589ull * (m2 - state->s2[0])) % m2;
    state->s1[0] = state->s1[1];
    state->s1[1] = state->s1[2];
    state->s1[2] = (unsigned int)first;
    state->s2[0] = state->s2[1];
    state->s2[1] = state->s2[2];
    state->s2[2] = (unsigned int)second;
    return (unsigned int)(first > second ? first - second : first + m1 - second);
}

__device__ inline double uniform_mrg(curandStateMRG32k3a_t* state) {
    return next_mrg(state) * 2.3283065498378288e-10;
}

__device__ inline float2 next_normal_pair(curandStateMRG32k3a_t* state) {
    const float radius = sqrtf(-2.0f * logf(float(uniform_mrg(state))));
    const float angle = float(uniform_mrg(state)) * 6.2831855f;
    return make_float2(sinf(angle) * radius, cosf(angle) * radius);
}
__device__ inline double2 next_normal_pair_double(curandStateMRG32k3a_t* state) {
    const double radius = sqrt(-2.0 * log(uniform_mrg(state)));
    double sine, cosine;
    sincospi(uniform_mrg(state) * 2.0, &sine, &cosine);
    return make_double2(sine * radius, cosine * radius);
}

}  // namespace cusim::detail

// All 32 bits occur, although there are fewer values: they are spread.
__device__ inline unsigned int curand(curandStateMRG32k3a_t* state) {
    return (unsigned int)(::cusim::detail::next_mrg(state) * 1.000000048662);
}
__device__ inline float curand_uniform(curandStateMRG32k3a_t* state) {
    return float(::cusim::detail::uniform_mrg(state));
}
__device__ inline double curand_uniform_double(curandStateMRG32k3a_t* state) {
    return ::cusim::detail::uniform_mrg(state);
}

__device__ inline void skipahead(unsigned long long n, curandStateMRG32k3a_t* state) {
    curandStateMRG32k3a_t next = *state;
    ::cusim::detail::skip_mrg(next.s1, next.s2, n, 0);
    *state = next;
}
__device__ inline void skipahead_subsequence(unsigned long long n, curandStateMRG32k3a_t* state) {
    curandStateMRG32k3a_t next = *state;
    ::cusim::detail::skip_mrg(next.s1, next.s2, n, 76);
    *state = next;
}
__device__ inline void skipahead_sequence(unsigned long long n, curandStateMRG32k3a_t* state) {
    curandStateMRG32k3a_t next = *state;
    ::cusim::detail::skip_mrg(next.s1, next.s2, n, 127);
    *state = next;
}

// Each subsequence has 2^76 numbers.
__device__ inline void curand_init(unsigned long long seed, unsigned long long subsequence,
                                   unsigned long long offset, curandStateMRG32k3a_t* state) {
    curandStateMRG32k3a_t fresh = {};
    const unsigned long long low = (unsigned int)seed ^ 0x55555555u;
    const unsigned long long high = (unsigned int)(seed >> 32) ^ 0xaaaaaaaau;
    for (int i = 0; i < 3; ++i) {
        const unsigned long long a = i == 1 ? high : low, b = i == 1 ? low : high;
        constexpr unsigned long long unseeded = 12345;
        fresh.s1[i] = seed ? (unsigned int)(unseeded * a % ::cusim::detail::mrg_modulus_1) : 12345;
        fresh.s2[i] = seed ? (unsigned int)(unseeded * b % ::cusim::detail::mrg_modulus_2) : 12345;
    }
    ::cusim::detail::skip_mrg(fresh.s1, fresh.s2, subsequence, 76);
    ::cusim::detail::skip_mrg(fresh.s1, fresh.s2, offset, 0);
    *state = fresh;
}
