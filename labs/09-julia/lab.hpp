// What lab 09 asks for: pictures of Julia sets by inverse iteration, z <- ±sqrt(z - c). Pointers
// that begin with d_ are device memory.
//
// c and the view are finite, counts are at least 0, chains, frames, sides and the view's width at
// least 1 or above 0. Given anything else the functions throw an exception, with a sentence that
// names what is wrong, and neither launch nor write anything: see kit/require.hpp.
#pragma once

#include <cstdint>

struct Complex {
    float re = 0, im = 0;
};

// A picture of `columns` x `rows` square pixels, `width` wide in the plane. Row 0 is the top one,
// where the imaginary part is largest; the picture's middle shows `centre`.
struct View {
    Complex centre;
    float width = 4;
    int columns = 1, rows = 1;
};

// How long a chain is: burn_in steps that are not shown, then `samples` that are.
struct Steps {
    int burn_in = 0, samples = 0;
};

// Rung 1. Thread k < chains follows a chain of its own: it starts at the fixed point
// (1 + sqrt(1 - 4c)) / 2, and each step takes one of the two square roots of z - c, either with
// probability 1/2. Its random numbers are a stream of their own, made of `seed` and k: the same for
// the same two, independent for others. After each of the last `samples` steps the pixel of
// d_hits[row * columns + column] that z lies in is counted up by one; outside of the view nothing
// is. d_last[2 * k] and d_last[2 * k + 1] become the real and imaginary part of the chain's last z.
void julia_hits(Complex c, View view, std::uint64_t seed, int chains, Steps steps, unsigned* d_hits,
                float* d_last);

// Rung 1. For each pixel the three bytes of its colour, red, green and blue: entry
// round(255 log(1 + hits) / log(1 + white)) of d_palette, which has 256 colours of three bytes, and
// the last entry where hits > white. white is at least 1.
void tone_map(int pixels, const unsigned* d_hits, unsigned white, const std::uint8_t* d_palette,
              std::uint8_t* d_rgb);

// Rung 2. All of the set, in side x side pixels over the square of the numbers whose real and
// imaginary parts are from -2.05 to 2.05; |c| is at most 2. Level 0 is the fixed point. Of each
// point of a level both square roots of z - c are counted in their pixels' d_hits; a root belongs
// to the next level where its pixel had been counted fewer than `limit` times before, and is
// dropped otherwise. After `levels` levels the work ends, or before, where a level is empty.
//
// A level has at most `capacity` points: what comes beyond is dropped. d_points has room for twice
// as many complex numbers (4 * capacity floats), d_counts for levels + 1 numbers. What is left in
// these two is the function's own.
void julia_pruned(Complex c, int side, unsigned limit, int levels, int capacity, unsigned* d_hits,
                  float* d_points, unsigned* d_counts);

// Rung 3. Rung 1 for `frames` numbers c in one launch: d_c[2 * f] and d_c[2 * f + 1],
// d_hits[frame][row] [column], d_last[frame][chain]. The streams of all chains of all frames are
// independent.
void julia_frames(int frames, const float* d_c, View view, std::uint64_t seed, int chains,
                  Steps steps, unsigned* d_hits, float* d_last);
