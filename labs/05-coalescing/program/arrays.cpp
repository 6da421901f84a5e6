#include "arrays.hpp"

#include <cmath>
#include <vector>

#include "reference.hpp"

namespace runner::sweep {

namespace {

std::size_t square(int side) {
    return static_cast<std::size_t>(side) * static_cast<std::size_t>(side);
}

template <class T>
std::vector<T> first(const kit::DeviceBuffer<T>& buffer, int count) {
    std::vector<T> values(static_cast<std::size_t>(count));
    CUDA_CHECK(cudaMemcpy(values.data(), buffer.data(), values.size() * sizeof(T),
                          cudaMemcpyDeviceToHost));
    return values;
}

}  // namespace

Arrays::Arrays(int most_side)
    : A_(square(most_side)),
      At_(square(most_side)),
      x_(static_cast<std::size_t>(most_side)),
      y_(static_cast<std::size_t>(most_side)),
      b_(static_cast<std::size_t>(most_side)),
      values_(static_cast<std::size_t>(most_side)),
      magnitudes_(static_cast<std::size_t>(most_side)) {
    CUDA_CHECK(cudaMemset(b_.data(), 0, b_.count() * sizeof(float)));
}

void Arrays::fill(Shape shape, const Numbers& numbers, std::uint64_t seed) {
    shape_ = shape;
    numbers.fill(A_.data(), static_cast<std::size_t>(shape.n) * static_cast<std::size_t>(shape.m),
                 2 * seed);
    numbers.fill(x_.data(), static_cast<std::size_t>(std::max(shape.n, shape.m)), 2 * seed + 1);
    for (const bool transposed : {false, true})
        references_[transposed] = make_reference(transposed);
}

Arrays::Reference Arrays::make_reference(bool transposed) {
    const int outputs = transposed ? shape_.m : shape_.n;
    reference(shape_.n, shape_.m, transposed, values_.data(), magnitudes_.data(), A_.data(),
              x_.data());
    CUDA_CHECK(cudaGetLastError());
    return {first(values_, outputs), first(magnitudes_, outputs)};
}

MatvecCall Arrays::call(const Contender& contender, int width) {
    MatvecCall call{.n = shape_.n,
                    .m = shape_.m,
                    .y = y_.data(),
                    .A = A_.data(),
                    .x = x_.data(),
                    .b = b_.data(),
                    .numbers = {{"width", width}},
                    .scratch_memory = {}};
    if (contender.wants_room) call.scratch_memory["At"] = At_.data();
    return call;
}

bool Arrays::is_right(const Contender& contender) const {
    const bool transposed = is_transposed(contender.kind);
    const Reference& reference = references_.at(transposed);
    const auto y = first(y_, transposed ? shape_.m : shape_.n);
    const double ku = ((transposed ? shape_.n : shape_.m) + 1) * 0x1p-24;
    for (std::size_t i = 0; i < y.size(); ++i)
        if (!(std::abs(y[i] - reference.values[i]) <= ku / (1 - ku) * reference.magnitudes[i]))
            return false;
    return true;
}

}  // namespace runner::sweep
