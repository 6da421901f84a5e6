// Two calls of multiply that differ only in their numbers must look alike.
#include <bit>
#include <cstddef>
#include <cstdint>
#include <set>
#include <utility>

#include "suites/12-python/checks.hpp"

namespace python_products {

namespace {

/// The words that came back at the same place in both programs.
std::set<std::pair<std::uint32_t, std::uint32_t>> pairs_back(const Answer& one,
                                                             const Answer& other) {
    const auto back = one.output<std::uint32_t>("back"),
               others = other.output<std::uint32_t>("back");
    std::set<std::pair<std::uint32_t, std::uint32_t>> pairs;
    for (std::size_t i = 0; i < back.size(); ++i) pairs.emplace(back[i], others[i]);
    return pairs;
}

/// Whether each element comes from a place that is the same in both programs. A script that finds
/// the numbers of NumPy's product in a table of all numbers takes them from different places.
bool are_from_the_same_places(const Answer& one, const Answer& other) {
    const auto pairs = pairs_back(one, other);
    const auto c = one.output<float>("c"), others = other.output<float>("c");
    for (std::size_t i = 0; i < c.size(); ++i)
        if (!pairs.contains(
                {std::bit_cast<std::uint32_t>(c[i]), std::bit_cast<std::uint32_t>(others[i])}))
            return false;
    return true;
}

void expect_kernels_product(const Answer& one, const Answer& other) {
    expect(
        one.result() == other.result(),
        "what multiply asks of the device depends on which numbers a and b have: in two calls "
        "that differ in nothing else, it copies, launches or compiles different things. A kernel "
        "is to compute the product, from the numbers of a and b themselves");
    expect(
        are_from_the_same_places(one, other),
        "where multiply finds what it returns, among the numbers that come back from the device, "
        "depends on which numbers a and b have: a kernel is to store each element at its place");
}

/// Of 30 bits, and not 0.
std::uint64_t draw_secret() {
    return 1 + draw_seed() % ((1u << 30) - 1);
}

runner::Problem summarized(runner::Problem problem, Shape shape, std::uint64_t key) {
    return problem.secret("key", static_cast<std::int64_t>(key))
        .output<std::uint32_t>("sent", {1}, {})
        .output<std::uint32_t>("back", {product::most_back(shape)}, {});
}

}  // namespace

Suspected with_twin(const MakeProblem& make, Shape shape, std::uint64_t seed) {
    if (!on_simulator()) return {make({seed})};
    const std::uint64_t key = draw_secret(), others = draw_secret();
    return {.problem = summarized(make({seed}), shape, key),
            .twin = Twin{summarized(make({seed, others}), shape, key), expect_kernels_product}};
}

}  // namespace python_products
