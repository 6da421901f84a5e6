// The arrays of a sweep in device memory, allocated once for its largest shape: A, space for its
// transpose, x, y and b, which is 0. What a contender leaves in y is compared with a reference in
// double precision.
#pragma once

#include <map>

#include "contender.hpp"
#include "kit/device_buffer.hpp"
#include "numbers.hpp"

namespace runner::sweep {

class Arrays {
  public:
    explicit Arrays(int most_side);

    /// Generates A and x, and computes the references of both products.
    void fill(Shape shape, const Numbers& numbers, std::uint64_t seed);

    MatvecCall call(const Contender& contender, int width);

    /// Whether the y of a product is within the rounding error of a float sum.
    bool is_right(const Contender& contender) const;

  private:
    struct Reference {
        std::vector<double> values, magnitudes;
    };
    Reference make_reference(bool transposed);

    Shape shape_;
    kit::DeviceBuffer<float> A_, At_, x_, y_, b_;
    kit::DeviceBuffer<double> values_, magnitudes_;
    std::map<bool, Reference> references_;  // true: of the transposed product
};

}  // namespace runner::sweep
