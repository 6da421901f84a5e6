// cuRAND's functions for several numbers at once, and its Poisson numbers, which have the right
// distribution but are not the toolkit's.
#pragma once

namespace cusim::detail {

// Knuth's method of products, for a part of lambda at a time, so that exp(-part) does not
// underflow. For large lambda, as in the toolkit: a normal number, rounded to the nearest integer.
template <class State>
__device__ inline unsigned int poisson(State* state, double lambda) {
    constexpr double most = 4000, part = 16;
    if (lambda > most) {
        const double near = lambda + sqrt(lambda) * curand_normal_double(state) + 0.5;
        return near > 0 ? (unsigned int)near : 0u;
    }
    unsigned int count = 0;
    for (double left = lambda; left > 0; left -= part) {
        const double limit = exp(-(left < part ? left : part));
        for (double product = curand_uniform_double(state); product > limit; ++count)
            product *= curand_uniform_double(state);
    }
    return count;
}

}  // namespace cusim::detail

template <class State>
__device__ inline unsigned int curand_poisson(State* state, double lambda) {
    return ::cusim::detail::poisson(state, lambda);
}
__device__ inline uint4 curand_poisson4(curandStatePhilox4_32_10_t* state, double lambda) {
    uint4 result;
    result.x = curand_poisson(state, lambda);
    result.y = curand_poisson(state, lambda);
    result.z = curand_poisson(state, lambda);
    result.w = curand_poisson(state, lambda);
    return result;
}

// ---- Four of double precision at once
__device__ inline double4 curand_uniform4_double(curandStatePhilox4_32_10_t* state) {
    const double2 first = curand_uniform2_double(state), second = curand_uniform2_double(state);
    return make_double4(first.x, first.y, second.x, second.y);
}
__device__ inline double4 curand_normal4_double(curandStatePhilox4_32_10_t* state) {
    const double2 first = curand_normal2_double(state), second = curand_normal2_double(state);
    return make_double4(first.x, first.y, second.x, second.y);
}
__device__ inline float4 curand_log_normal4(curandStatePhilox4_32_10_t* state, float mean,
                                            float stddev) {
    const float2 first = curand_log_normal2(state, mean, stddev);
    const float2 second = curand_log_normal2(state, mean, stddev);
    return make_float4(first.x, first.y, second.x, second.y);
}
template <class State>
__device__ inline double2 curand_log_normal2_double(State* state, double mean, double stddev) {
    const double2 pair = curand_normal2_double(state);
    return make_double2(exp(mean + stddev * pair.x), exp(mean + stddev * pair.y));
}
__device__ inline double4 curand_log_normal4_double(curandStatePhilox4_32_10_t* state, double mean,
                                                    double stddev) {
    const double2 first = curand_log_normal2_double(state, mean, stddev);
    const double2 second = curand_log_normal2_double(state, mean, stddev);
    return make_double4(first.x, first.y, second.x, second.y);
}
