#include "simulator/libraries/fourier.hpp"

#include <bit>
#include <cstddef>
#include <numbers>
#include <utility>

namespace cusim::libraries {

namespace {

using Complex = std::complex<double>;

Complex turn(double part, int sign) {
    return std::polar(1.0, sign * 2 * std::numbers::pi * part);
}

// The Cooley-Tukey algorithm, for powers of two.
void transform_power_of_two(Signal& x, int sign) {
    const std::size_t n = x.size();
    for (std::size_t i = 1, j = 0; i < n; ++i) {
        std::size_t bit = n >> 1;
        for (; j & bit; bit >>= 1) j ^= bit;
        j ^= bit;
        if (i < j) std::swap(x[i], x[j]);
    }
    Signal turns(n / 2);
    for (std::size_t k = 0; k < turns.size(); ++k) turns[k] = turn(double(k) / double(n), sign);
    for (std::size_t half = 1; half < n; half *= 2)
        for (std::size_t begin = 0; begin < n; begin += 2 * half)
            for (std::size_t k = 0; k < half; ++k) {
                const Complex other = x[begin + k + half] * turns[k * (n / (2 * half))];
                x[begin + k + half] = x[begin + k] - other;
                x[begin + k] += other;
            }
}

// Bluestein's algorithm: jk = (j^2 + k^2 - (k - j)^2) / 2 turns the sum into a convolution.
void transform_any(Signal& x, int sign) {
    const std::size_t n = x.size(), size = std::bit_ceil(2 * n - 1);
    Signal chirp(n), a(size), b(size);
    for (std::size_t k = 0; k < n; ++k)
        chirp[k] = turn(double(k * k % (2 * n)) / double(2 * n), sign);
    for (std::size_t k = 0; k < n; ++k) {
        a[k] = x[k] * chirp[k];
        b[k] = b[(size - k) % size] = std::conj(chirp[k]);
    }
    transform_power_of_two(a, -1);
    transform_power_of_two(b, -1);
    for (std::size_t k = 0; k < size; ++k) a[k] *= b[k];
    transform_power_of_two(a, 1);
    for (std::size_t k = 0; k < n; ++k) x[k] = a[k] * chirp[k] / double(size);
}

}  // namespace

void transform(Signal& x, int sign) {
    if (x.size() <= 1) return;
    std::has_single_bit(x.size()) ? transform_power_of_two(x, sign) : transform_any(x, sign);
}

void transform(Signal& x, const std::vector<long>& sizes, int sign) {
    long inner = 1;
    for (std::size_t d = sizes.size(); d-- > 0;) {
        const long n = sizes[d];
        Signal line(n);
        for (long first = 0; first < long(x.size()); first += n * inner)
            for (long offset = first; offset < first + inner; ++offset) {
                for (long i = 0; i < n; ++i) line[i] = x[offset + i * inner];
                transform(line, sign);
                for (long i = 0; i < n; ++i) x[offset + i * inner] = line[i];
            }
        inner *= n;
    }
}

}  // namespace cusim::libraries
