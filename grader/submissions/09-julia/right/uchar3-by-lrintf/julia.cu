// Lab 09: Julia sets by inverse iteration. The interface is in lab.hpp, the task in README.md.
#include <cmath>

#include "kit/error.hpp"
#include "kit/require.hpp"
#include "lab.hpp"

constexpr int threads = 128;  // per block

int divide_up(int a, int b) {
    return a / b + (a % b != 0);
}

// ---- Complex numbers.

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

// ---- Rung 1: one chain per thread.

// A thread's stream of random numbers.
struct Random {
    unsigned long long state;
};

// A number that depends on every bit of `value`: neighbouring values give unrelated numbers.
__device__ unsigned long long mix(unsigned long long value) {
    // times
    value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9ull;
    value = (value ^ (value >> 27)) * 0x94d049bb133111ebull;
    value = value ^ (value >> 31);
    return value;
}

// Stream number `stream` among those that belong to `seed`.
__device__ Random start(std::uint64_t seed, unsigned long long stream) {
    Random random = {};
    random.state = mix(mix(seed + 1) + stream);
    return random;
}

// The next bit of the stream.
__device__ bool next_bit(Random& random) {
    bool bit = false;
    random.state += 0x9e3779b97f4a7c15ull;
    bit = mix(random.state) >> 63;
    return bit;
}

// The fixed point of z * z + c that belongs to the set.
__host__ __device__ Complex fixed_point(Complex c) {
    Complex z;
    Complex w = root({1.0f - 4.0f * c.re, -4.0f * c.im});
    z = {0.5f * (1.0f + w.re), 0.5f * w.im};
    return z;
}

// One of the two numbers whose square plus c is z.
__device__ Complex step_back(Complex z, Complex c, Random& random) {
    Complex w = root(z - c);
    z = next_bit(random) ? Complex{-w.re, -w.im} : w;
    return z;
}

// The index of the pixel that contains z, row * columns + column; -1 outside the view.
__device__ int pixel_of(View view, Complex z) {
    int pixel = -1;
    float pixels_a_unit = view.columns / view.width;
    float column = floorf((z.re - view.centre.re) * pixels_a_unit + 0.5f * view.columns);
    float row = floorf((view.centre.im - z.im) * pixels_a_unit + 0.5f * view.rows);
    if (column >= 0.0f && column < view.columns && row >= 0.0f && row < view.rows)
        pixel = static_cast<int>(row) * view.columns + static_cast<int>(column);
    return pixel;
}

// Follows a whole chain. `hits` is shared by all chains of the view; `last` is the chain's own.
__device__ void follow_chain(Complex c, View view, Random random, Steps steps, unsigned* hits,
                             float* last) {
    // z
    Complex z = fixed_point(c);
    for (int i = 0; i < steps.burn_in; i++) z = step_back(z, c, random);
    for (int i = 0; i < steps.samples; i++) {
        z = step_back(z, c, random);
        int pixel = pixel_of(view, z);
        if (pixel >= 0) atomicAdd(&hits[pixel], 1u);
    }
    last[0] = z.re;
    last[1] = z.im;
}

__global__ void hits_kernel(Complex c, View view, std::uint64_t seed, int chains, Steps steps,
                            unsigned* hits, float* last) {
    int chain = blockIdx.x * blockDim.x + threadIdx.x;
    if (chain < chains) follow_chain(c, view, start(seed, chain), steps, hits, &last[2 * chain]);
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

void julia_hits(Complex c, View view, std::uint64_t seed, int chains, Steps steps, unsigned* d_hits,
                float* d_last) {
    require_finite(c, "c");
    require_chains(view, chains, steps);
    hits_kernel<<<divide_up(chains, threads), threads>>>(c, view, seed, chains, steps, d_hits,
                                                         d_last);
    CUDA_CHECK(cudaGetLastError());
}

__global__ void tone_kernel(int pixels, const unsigned* hits, unsigned white,
                            const std::uint8_t* palette, std::uint8_t* rgb) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < pixels) {
        const unsigned h = hits[i];
        long entry = 255;
        if (h < white) entry = lrintf(log1pf(h) / log1pf(white) * 255.0f);
        const uchar3* colours = reinterpret_cast<const uchar3*>(palette);
        reinterpret_cast<uchar3*>(rgb)[i] = colours[entry];
    }
}

void tone_map(int pixels, const unsigned* d_hits, unsigned white, const std::uint8_t* d_palette,
              std::uint8_t* d_rgb) {
    kit::require(pixels >= 1, "pixels must be at least 1, not %d", pixels);
    kit::require(white >= 1, "white must be at least 1, not %u", white);
    tone_kernel<<<divide_up(pixels, threads), threads>>>(pixels, d_hits, white, d_palette, d_rgb);
    CUDA_CHECK(cudaGetLastError());
}

// ---- Rung 2: both roots of each point, without those in pixels that have enough hits.

__global__ void first_level_kernel(Complex c, int levels, Complex* points, unsigned* counts) {
    points[0] = fixed_point(c);
    for (int level = 0; level <= levels; level++) counts[level] = level == 0 ? 1u : 0u;
}

// Counts one root, and appends it to the next level unless its pixel has enough hits.
__device__ void visit(Complex w, int side, unsigned limit, int capacity, unsigned* hits,
                      Complex* next, unsigned* next_count) {
    View square = {{0.0f, 0.0f}, 4.1f, side, side};  // contains the set, since |c| is at most 2
    int pixel = pixel_of(square, w);
    if (atomicAdd(&hits[pixel], 1u) >= limit) return;
    unsigned place = atomicAdd(next_count, 1u);
    if (place < capacity) next[place] = w;
}

__global__ void level_kernel(Complex c, int side, unsigned limit, int capacity, unsigned* hits,
                             const Complex* points, const unsigned* count, Complex* next,
                             unsigned* next_count) {
    unsigned points_of_level = min(*count, static_cast<unsigned>(capacity));
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < points_of_level;
         i += gridDim.x * blockDim.x) {
        Complex w = root(points[i] - c);
        visit(w, side, limit, capacity, hits, next, next_count);
        visit({-w.re, -w.im}, side, limit, capacity, hits, next, next_count);
    }
}

void julia_pruned(Complex c, int side, unsigned limit, int levels, int capacity, unsigned* d_hits,
                  float* d_points, unsigned* d_counts) {
    require_finite(c, "c");
    kit::require(c.re * c.re + c.im * c.im <= 4.0f, "|c| must be at most 2, not that of %g + %gi",
                 c.re, c.im);
    kit::require(side >= 1 && side <= 1 << 15, "side must be from 1 to 32768, not %d", side);
    kit::require(levels >= 0, "levels must be at least 0, not %d", levels);
    kit::require(capacity >= 1, "capacity must be at least 1, not %d", capacity);
    Complex* points = reinterpret_cast<Complex*>(d_points);
    first_level_kernel<<<1, 1>>>(c, levels, points, d_counts);
    CUDA_CHECK(cudaGetLastError());
    int blocks = divide_up(min(capacity, 1 << 16), threads);
    for (int level = 0; level < levels; level++) {
        Complex* from = points + level % 2 * capacity;
        Complex* to = points + (level + 1) % 2 * capacity;
        level_kernel<<<blocks, threads>>>(c, side, limit, capacity, d_hits, from, &d_counts[level],
                                          to, &d_counts[level + 1]);
        CUDA_CHECK(cudaGetLastError());
    }
}

// ---- Rung 3: many c in one launch.

__global__ void frames_kernel(const float* c, View view, std::uint64_t seed, int chains,
                              Steps steps, unsigned* hits, float* last) {
    int chain = blockIdx.x * blockDim.x + threadIdx.x;
    int frame = blockIdx.z;
    if (chain >= chains) return;
    size_t stream = static_cast<size_t>(frame) * chains + chain;
    size_t pixels = static_cast<size_t>(view.columns) * view.rows;
    follow_chain({c[2 * frame], c[2 * frame + 1]}, view, start(seed, stream), steps,
                 &hits[frame * pixels], &last[2 * stream]);
}

void julia_frames(int frames, const float* d_c, View view, std::uint64_t seed, int chains,
                  Steps steps, unsigned* d_hits, float* d_last) {
    require_chains(view, chains, steps);
    kit::require(frames >= 1 && frames <= 65535, "frames must be from 1 to 65535, not %d", frames);
    dim3 blocks(divide_up(chains, threads), 1, frames);
    frames_kernel<<<blocks, threads>>>(d_c, view, seed, chains, steps, d_hits, d_last);
    CUDA_CHECK(cudaGetLastError());
}
