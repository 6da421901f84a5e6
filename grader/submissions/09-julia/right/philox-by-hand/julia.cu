// Julia sets: concepts, lambdas, shared palette; the RNG is Philox written by hand with constexpr tables.
#include <algorithm>
#include <cmath>
#include <concepts>
#include <initializer_list>
#include <cstdint>
#include <array>
#include <cuda/std/array>
#include <cuda/std/complex>
#include <cuda/std/cstdint>
#include "kit/error.hpp"
#include "kit/require.hpp"
#include "lab.hpp"

constexpr auto threads = 256u;
template <std::integral I> constexpr I divide_up(I a, I b) { return a / b + (a % b != 0); }
__host__ __device__ Complex operator-(Complex a, Complex b) {
    return {a.re - b.re, a.im - b.im};
}

// The square root with a real part of at least 0. Its additions never cancel digits.
__host__ __device__ Complex root(Complex z) {
    float larger = sqrtf(0.5f * (hypotf(z.re, z.im) + fabsf(z.re)));
    if (larger == 0.0f) return {0.0f, 0.0f};
    float smaller = 0.5f * fabsf(z.im) / larger;
    Complex w = z.re >= 0.0f ? Complex{larger, smaller} : Complex{smaller, larger};
    if (z.im < 0.0f) w.im = -w.im;
    return w;
}


namespace rng {
using u32 = cuda::std::uint32_t;
struct Philox {
    cuda::std::array<u32, 4> counter;
    cuda::std::array<u32, 2> key;
    u32 bits = 0;
    int left = 0;
    __device__ u32 block() {
        constexpr u32 m[2] = {0xD2511F53u, 0xCD9E8D57u}, w[2] = {0x9E3779B9u, 0xBB67AE85u};
        auto c = counter;
        auto k = key;
#pragma unroll
        for (int round = 0; round < 10; ++round) {
            const u32 lo0 = m[0] * c[0], hi0 = __umulhi(m[0], c[0]), lo1 = m[1] * c[2], hi1 = __umulhi(m[1], c[2]);
            c = {hi1 ^ c[1] ^ k[0], lo1, hi0 ^ c[3] ^ k[1], lo0};
            k[0] += w[0], k[1] += w[1];
        }
        if (++counter[0] == 0) ++counter[1];
        return c[0];
    }
    __device__ bool bit() {
        if (left == 0) bits = block(), left = 32;
        --left;
        const bool b = bits & 1u;
        bits >>= 1;
        return b;
    }
};
__device__ Philox stream(std::uint64_t seed, unsigned long long n) {
    return {{0u, 0u, static_cast<u32>(n), static_cast<u32>(n >> 32)}, {static_cast<u32>(seed), static_cast<u32>(seed >> 32)}};
}
}  // namespace rng

__host__ __device__ Complex fixed_point(Complex c) {
    const Complex w = root({1.0f - 4.0f * c.re, -4.0f * c.im});
    return {.re = 0.5f * (1.0f + w.re), .im = 0.5f * w.im};
}

__device__ int pixel_of(View v, Complex z) {
    const float scale = v.columns / v.width;
    const int col = __float2int_rd(fmaf(z.re - v.centre.re, scale, 0.5f * v.columns));
    const int row = __float2int_rd(fmaf(v.centre.im - z.im, scale, 0.5f * v.rows));
    return unsigned(col) < unsigned(v.columns) && unsigned(row) < unsigned(v.rows) ? row * v.columns + col : -1;
}

template <class Sample>
    requires std::invocable<Sample, Complex>
__device__ Complex walk(Complex c, rng::Philox random, Steps steps, Sample&& sample) {
    Complex z = fixed_point(c);
    const int all = steps.burn_in + steps.samples;
    for (int k = 0; k < all; ++k) {
        z = root(z - c);
        if (random.bit()) z = {-z.re, -z.im};
        if (k >= steps.burn_in) sample(z);
    }
    return z;
}

__device__ void follow(Complex c, View view, rng::Philox random, Steps steps, unsigned* hits, float* last) {
    const auto [re, im] = walk(c, random, steps, [=](Complex z) { if (const int p = pixel_of(view, z); p != -1) atomicAdd(hits + p, 1u); });
    last[0] = re;
    last[1] = im;
}

__global__ void hits_kernel(Complex c, View view, std::uint64_t seed, int chains, Steps steps, unsigned* hits, float* last) {
    if (const int k = blockIdx.x * blockDim.x + threadIdx.x; k < chains) follow(c, view, rng::stream(seed, k), steps, hits, last + 2 * static_cast<size_t>(k));
}
void require_finite(Complex z, const char* name) {
    kit::require(std::isfinite(z.re) && std::isfinite(z.im), "%s must be finite, not %g + %gi",
                 name, z.re, z.im);
}

void require_chains(View view, int chains, Steps steps) {
    require_finite(view.centre, "the view's centre");
    kit::require(view.width > 0.0f && std::isfinite(view.width),
                 "the view's width must be above 0, not %g", view.width);
    kit::require(
        view.columns >= 1 && view.rows >= 1 && view.columns <= (1 << 30) / view.rows,
        "the view must have at least 1 column and 1 row, and at most 2^30 pixels, not %d x %d",
        view.columns, view.rows);
    kit::require(chains >= 1, "chains must be at least 1, not %d", chains);
    kit::require(steps.burn_in >= 0, "burn_in must be at least 0, not %d", steps.burn_in);
    kit::require(steps.samples >= 0, "samples must be at least 0, not %d", steps.samples);
}


void julia_hits(Complex c, View view, std::uint64_t seed, int chains, Steps steps, unsigned* d_hits, float* d_last) {
    require_finite(c, "c");
    require_chains(view, chains, steps);
    hits_kernel<<<divide_up<unsigned>(chains, 128), 128>>>(c, view, seed, chains, steps, d_hits, d_last);
    CUDA_CHECK(cudaGetLastError());
}

__global__ void tone_kernel(int pixels, const unsigned* hits, unsigned white, const std::uint8_t* palette, std::uint8_t* rgb) {
    const float scale = 255.0f / log1pf(static_cast<float>(white));
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < pixels; i += gridDim.x * blockDim.x) {
        const int entry = hits[i] >= white ? 255 : static_cast<int>(lrintf(scale * log1pf(static_cast<float>(hits[i]))));
        const auto* from = &palette[3 * entry];
        auto* to = &rgb[3 * static_cast<size_t>(i)];
        to[0] = from[0], to[1] = from[1], to[2] = from[2];
    }
}
void tone_map(int pixels, const unsigned* d_hits, unsigned white, const std::uint8_t* d_palette, std::uint8_t* d_rgb) {
    kit::require(pixels >= 1, "pixels must be at least 1, not %d", pixels);
    kit::require(white >= 1, "white must be at least 1, not %u", white);
    tone_kernel<<<std::min(divide_up(unsigned(pixels), threads), 4096u), threads>>>(pixels, d_hits, white, d_palette, d_rgb);
    CUDA_CHECK(cudaGetLastError());
}

__global__ void level_kernel(Complex c, int side, unsigned limit, int capacity, unsigned* hits, const float2* points, const unsigned* count, float2* next, unsigned* next_count) {
    const View square{{0.0f, 0.0f}, 4.1f, side, side};
    const unsigned n = ::min(*count, unsigned(capacity));
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        const auto [re, im] = points[i];
        const Complex w = root(Complex{re, im} - c);
        for (const float sign : {1.0f, -1.0f}) {
            const Complex z{sign * w.re, sign * w.im};
            if (atomicAdd(&hits[pixel_of(square, z)], 1u) < limit)
                if (const unsigned place = atomicAdd(next_count, 1u); place < unsigned(capacity)) next[place] = make_float2(z.re, z.im);
        }
    }
}
void julia_pruned(Complex c, int side, unsigned limit, int levels, int capacity, unsigned* d_hits, float* d_points, unsigned* d_counts) {
    require_finite(c, "c");
    kit::require(std::hypot(c.re, c.im) <= 2.0f, "|c| must be at most 2, not that of %g + %gi", c.re, c.im);
    kit::require(side >= 1 && side <= 1 << 15, "side must be from 1 to 32768, not %d", side);
    kit::require(levels >= 0, "levels must be at least 0, not %d", levels);
    kit::require(capacity >= 1, "capacity must be at least 1, not %d", capacity);
    auto* points = reinterpret_cast<float2*>(d_points);
    const std::array<float2*, 2> half{points, points + capacity};
    // The host knows the fixed point.
    const Complex z = fixed_point(c);
    const unsigned one = 1;
    CUDA_CHECK(cudaMemsetAsync(d_counts, 0, (levels + 1) * sizeof(unsigned)));
    CUDA_CHECK(cudaMemcpyAsync(d_counts, &one, sizeof one, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpyAsync(points, &z, sizeof z, cudaMemcpyHostToDevice));
    for (int level = 0; level < levels; ++level) {
        level_kernel<<<divide_up<unsigned>(std::min(capacity, 1 << 16), threads), threads>>>(c, side, limit, capacity, d_hits, half[level & 1], d_counts + level, half[~level & 1], d_counts + level + 1);
        CUDA_CHECK(cudaGetLastError());
    }
}

__global__ void frames_kernel(const float* c, View view, std::uint64_t seed, int chains, Steps steps, unsigned* hits, float* last) {
    const auto chain = blockIdx.x * blockDim.x + threadIdx.x, frame = blockIdx.z;
    if (chain >= unsigned(chains)) return;
    const size_t stream = size_t{frame} * chains + chain;
    follow({c[2 * frame], c[2 * frame + 1]}, view, rng::stream(seed, stream), steps, hits + size_t{frame} * view.rows * view.columns, last + 2 * stream);
}
void julia_frames(int frames, const float* d_c, View view, std::uint64_t seed, int chains, Steps steps, unsigned* d_hits, float* d_last) {
    require_chains(view, chains, steps);
    kit::require(frames >= 1 && frames <= 65535, "frames must be from 1 to 65535, not %d", frames);
    frames_kernel<<<{divide_up<unsigned>(chains, 128), 1, unsigned(frames)}, 128>>>(d_c, view, seed, chains, steps, d_hits, d_last);
    CUDA_CHECK(cudaGetLastError());
}
