#include "suite/causes/int_products.hpp"

#include <fmt/format.h>

#include <limits>

namespace grader::suite {

std::string words_of_product(std::string_view one, std::int64_t a, std::string_view other,
                             std::int64_t b) {
    using Int = std::numeric_limits<std::int32_t>;
    std::int64_t product = 0;
    if (__builtin_mul_overflow(a, b, &product) || (product >= Int::min() && product <= Int::max()))
        return {};
    return fmt::format(
        "\n  {0} * {1} is {2} here, more than an int holds: multiplied as ints they give {3}, "
        "which is what a guard would compare. `{0} <= most / {1}` does not multiply, and "
        "`static_cast<long long>({0}) * {1}` holds the product",
        one, other, product, static_cast<std::int32_t>(product));
}

}  // namespace grader::suite
