// The interface of lab 09: pictures of Julia sets by inverse iteration, z <- ±sqrt(z - c). Pointers
// that begin with d_ are device memory.
//
// c and the view are finite, counts are at least 0, and chains, frames, sides and the view's width
// are at least 1 or above 0. For other values, the functions throw an exception whose message names
// what is wrong, and neither launch nor write anything: see kit/require.hpp.
#pragma once

#include <cstdint>

struct Complex {
    float re = 0, im = 0;
};

// A picture of `columns` x `rows` square pixels, which is `width` wide in the plane. Row 0 is at
// the top, where the imaginary part is largest. The middle of the picture is `centre`.
struct View {
    Complex centre;
    float width = 4;
    int columns = 1, rows = 1;
};

// The length of a chain: burn_in steps that are not counted, then `samples` steps that are.
struct Steps {
    int burn_in = 0, samples = 0;
};

// Rung 1. Each thread k < chains follows its own chain. It starts at the fixed point (1 + sqrt(1 -
// 4c)) / 2. Each step takes one of the two square roots of z - c, each with probability 1/2. The
// random numbers of a chain are determined by `seed` and k: equal for equal values, independent for
// others. After each of the last `samples` steps, the count of the pixel d_hits[row * columns +
// column] that contains z is increased by one, unless z is outside the view. The real and imaginary
// part of the chain's last z are stored in d_last[2 * k] and d_last[2 * k + 1].
void julia_hits(Complex c, View view, std::uint64_t seed, int chains, Steps steps, unsigned* d_hits,
                float* d_last);

// Rung 1. Stores the three bytes of each pixel's colour, red, green and blue: entry round(255 log(1
// + hits) / log(1 + white)) of d_palette, which has 256 colours of three bytes; the last entry if
// hits > white. white is at least 1.
void tone_map(int pixels, const unsigned* d_hits, unsigned white, const std::uint8_t* d_palette,
              std::uint8_t* d_rgb);

// Rung 2. The whole set in side x side pixels, over the square of the numbers whose real and
// imaginary parts are from -2.05 to 2.05. |c| is at most 2. Level 0 is the fixed point. Both square
// roots of z - c of each point of a level are counted in d_hits. A root belongs to the next level
// if its pixel had been counted fewer than `limit` times before, and is dropped otherwise. What
// d_hits holds before the call counts, too. The work ends after `levels` levels, or earlier if a
// level is empty.
//
// A level has at most `capacity` points; further points are dropped. d_points has space for twice
// as many complex numbers (4 * capacity floats), and d_counts for levels + 1 numbers. The function
// may use these two as it likes.
void julia_pruned(Complex c, int side, unsigned limit, int levels, int capacity, unsigned* d_hits,
                  float* d_points, unsigned* d_counts);

// Rung 3. Rung 1 for `frames` numbers c in one launch: d_c[2 * f] and d_c[2 * f + 1],
// d_hits[frame][row] [column], d_last[frame][chain]. The random numbers of all chains of all frames
// are independent.
void julia_frames(int frames, const float* d_c, View view, std::uint64_t seed, int chains,
                  Steps steps, unsigned* d_hits, float* d_last);
