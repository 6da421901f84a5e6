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
    // TODO: xor the value with itself shifted right, multiply by an odd number; three times (about 3 lines)
    return value;
}

// Stream number `stream` among those that belong to `seed`.
__device__ Random start(std::uint64_t seed, unsigned long long stream) {
    Random random = {};
    // TODO: a state that mixes the seed, and differs for each stream in many bits (about 1 line)
    return random;
}

// The next bit of the stream.
__device__ bool next_bit(Random& random) {
    bool bit = false;
    // TODO: advance the state; take a bit of a number that mixes all of it (about 2 lines)
    return bit;
}

// The fixed point of z * z + c that belongs to the set.
__host__ __device__ Complex fixed_point(Complex c) {
    Complex z;
    // TODO: (1 + sqrt(1 - 4c)) / 2 (about 2 lines)
    return z;
}

// One of the two numbers whose square plus c is z.
__device__ Complex step_back(Complex z, Complex c, Random& random) {
    // TODO: the root of z - c, or its opposite (about 2 lines)
    return z;
}

// The index of the pixel that contains z, row * columns + column; -1 outside the view.
__device__ int pixel_of(View view, Complex z) {
    int pixel = -1;
    // TODO: distance from the left and from the top edge, in pixels, rounded down (about 5 lines)
    return pixel;
}

// Follows a whole chain. `hits` is shared by all chains of the view; `last` is the chain's own.
__device__ void follow_chain(Complex c, View view, Random random, Steps steps, unsigned* hits,
                             float* last) {
    // TODO: start at the fixed point; burn in; count each sample's pixel; store the last z (about 9 lines)
}

__global__ void hits_kernel(Complex c, View view, std::uint64_t seed, int chains, Steps steps,
                            unsigned* hits, float* last) {
    int chain = blockIdx.x * blockDim.x + threadIdx.x;
    // TODO: follow this thread's chain, where there is one (about 1 line)
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
    // TODO: launch a thread for each chain (about 3 lines)
}

__global__ void tone_kernel(int pixels, const unsigned* hits, unsigned white,
                            const std::uint8_t* palette, std::uint8_t* rgb) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    // TODO: the entry of the palette for this pixel's hits, and its three bytes (about 5 lines)
}

void tone_map(int pixels, const unsigned* d_hits, unsigned white, const std::uint8_t* d_palette,
              std::uint8_t* d_rgb) {
    kit::require(pixels >= 1, "pixels must be at least 1, not %d", pixels);
    kit::require(white >= 1, "white must be at least 1, not %u", white);
    // TODO: launch a thread for each pixel (about 2 lines)
}

// ---- Rung 2: both roots of each point, without those in pixels that have enough hits.

__global__ void first_level_kernel(Complex c, int levels, Complex* points, unsigned* counts) {
    // TODO: one point, the fixed point; the levels to come have none yet (about 2 lines)
}

// Counts one root, and appends it to the next level unless its pixel has enough hits.
__device__ void visit(Complex w, int side, unsigned limit, int capacity, unsigned* hits,
                      Complex* next, unsigned* next_count) {
    View square = {{0.0f, 0.0f}, 4.1f, side, side};  // contains the set, since |c| is at most 2
    int pixel = pixel_of(square, w);
    // TODO: count it; where the count was below the limit, take a place and store it (about 3 lines)
}

__global__ void level_kernel(Complex c, int side, unsigned limit, int capacity, unsigned* hits,
                             const Complex* points, const unsigned* count, Complex* next,
                             unsigned* next_count) {
    // TODO: the grid's threads share out the level's points; visit both roots of each (about 7 lines)
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
    // TODO: launch the first level, then a launch for each level, between the two halves (about 10 lines)
}

// ---- Rung 3: many c in one launch.

__global__ void frames_kernel(const float* c, View view, std::uint64_t seed, int chains,
                              Steps steps, unsigned* hits, float* last) {
    int chain = blockIdx.x * blockDim.x + threadIdx.x;
    int frame = blockIdx.z;
    // TODO: follow this thread's chain of this frame, in a stream of its own (about 5 lines)
}

void julia_frames(int frames, const float* d_c, View view, std::uint64_t seed, int chains,
                  Steps steps, unsigned* d_hits, float* d_last) {
    require_chains(view, chains, steps);
    kit::require(frames >= 1 && frames <= 65535, "frames must be from 1 to 65535, not %d", frames);
    // TODO: a grid with the chains along x and the frames along z (about 3 lines)
}
