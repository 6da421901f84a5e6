// A step of each recurrence is a matrix of three by three numbers, and many steps are a power of
// it. The powers are computed by squaring, when first needed.
#include "cusim/mrg32k3a.hpp"

#include <array>
#include <cstdint>
#include <vector>

namespace cusim::detail {

namespace {

using Three = std::array<std::uint64_t, 3>;
using Square = std::array<Three, 3>;  // rows

std::uint64_t product(std::uint64_t a, std::uint64_t b, std::uint64_t modulus) {
    return static_cast<std::uint64_t>(static_cast<unsigned __int128>(a) * b % modulus);
}

class Recurrence {
  public:
    Recurrence(std::uint64_t modulus, const Three& last_row)
        : modulus_(modulus), powers_{{Three{0, 1, 0}, Three{0, 0, 1}, last_row}} {}

    void skip(unsigned int* state, unsigned long long steps, unsigned int power) {
        Three v{state[0], state[1], state[2]};
        for (; steps; steps >>= 1, ++power)
            if (steps & 1) v = applied(of(power), v);
        for (int i = 0; i < 3; ++i) state[i] = static_cast<unsigned int>(v[i]);
    }

  private:
    Three applied(const Square& matrix, const Three& v) const {
        Three result{};
        for (int i = 0; i < 3; ++i)
            for (int k = 0; k < 3; ++k)
                result[i] = (result[i] + product(matrix[i][k], v[k], modulus_)) % modulus_;
        return result;
    }
    // The matrix of 2^power steps.
    Square of(unsigned int power) {
        while (powers_.size() <= power) {
            const Square last = powers_.back();
            Square twice{};
            for (int i = 0; i < 3; ++i)
                for (int j = 0; j < 3; ++j)
                    for (int k = 0; k < 3; ++k)
                        twice[i][j] =
                            (twice[i][j] + product(last[i][k], last[k][j], modulus_)) % modulus_;
            powers_.push_back(twice);
        }
        return powers_[power];
    }

    std::uint64_t modulus_;
    std::vector<Square> powers_;
};

}  // namespace

void skip_mrg(unsigned int* s1, unsigned int* s2, unsigned long long steps, unsigned int power) {
    static auto& first = *new Recurrence(mrg_modulus_1, {mrg_modulus_1 - 810728, 1403580, 0});
    static auto& second = *new Recurrence(mrg_modulus_2, {mrg_modulus_2 - 1370589, 0, 527612});
    first.skip(s1, steps, power);
    second.skip(s2, steps, power);
}

}  // namespace cusim::detail
