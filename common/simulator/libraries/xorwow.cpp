// Marsaglia's xorshift is linear over the field with two elements. A step is a matrix of 160 by 160
// bits, and many steps are a power of that matrix. The powers are computed by squaring, when first
// needed.
#include "cusim/xorwow.hpp"

#include <array>
#include <cstdint>
#include <vector>

namespace cusim::detail {

namespace {

using State = std::array<std::uint32_t, 5>;
// Column i is the successor of the state in which only bit i is set.
using Matrix = std::array<State, 160>;

State step(const State& v) {
    const std::uint32_t t = v[0] ^ (v[0] >> 2);
    return {v[1], v[2], v[3], v[4], (v[4] ^ (v[4] << 4)) ^ (t ^ (t << 1))};
}

State product(const Matrix& matrix, const State& v) {
    State result{};
    for (unsigned bit = 0; bit < 160; ++bit)
        if (v[bit / 32] >> (bit % 32) & 1)
            for (unsigned word = 0; word < 5; ++word) result[word] ^= matrix[bit][word];
    return result;
}

Matrix one_step() {
    Matrix matrix;
    for (unsigned bit = 0; bit < 160; ++bit) {
        State v{};
        v[bit / 32] = std::uint32_t{1} << (bit % 32);
        matrix[bit] = step(v);
    }
    return matrix;
}

// The matrix of 2^power steps.
const Matrix& matrix_of(unsigned power) {
    static std::vector<Matrix>& powers = *new std::vector<Matrix>{one_step()};
    while (powers.size() <= power) {
        Matrix square;
        for (unsigned bit = 0; bit < 160; ++bit)
            square[bit] = product(powers.back(), powers.back()[bit]);
        powers.push_back(square);
    }
    return powers[power];
}

}  // namespace

void skip_xorwow(unsigned int* words, unsigned long long steps, unsigned int power) {
    State v;
    for (unsigned i = 0; i < 5; ++i) v[i] = words[i];
    for (; steps; steps >>= 1, ++power)
        if (steps & 1) v = product(matrix_of(power), v);
    for (unsigned i = 0; i < 5; ++i) words[i] = v[i];
}

}  // namespace cusim::detail
