// Lab 06's rungs 2 and 3 with any T and Z.
#include <doctest/doctest.h>

#include "program/trade.hpp"
#include "runner/backend.hpp"
#include "runner/device_matvec.hpp"
#include "runner/launches.hpp"

using namespace runner;

namespace {

/// Sectors that the call loads; its y is checked.
template <class Product>
std::uint64_t sectors(Product product, BlockShape shape, int n, int m) {
    const auto problem = make_matvec_problem(n, m, Layout::row_major, input_kind("integers"), 1);
    const DeviceMatvec arrays(Matvec{"", [](const MatvecCall&) {}}, problem, {});
    const MatvecCall& c = arrays.call();
    backend::begin_call();
    product(shape, n, m, c.y, c.A, c.x, c.b);
    std::uint64_t sum = 0;
    for (const Launch& launch : recorded_launches())
        sum += launch.counters.at("global_load_sectors");
    CHECK(!first_wrong(problem, arrays.y()));
    return sum;
}

}  // namespace

TEST_CASE("every shape gives the product, below, at and above multiples of T and Z") {
    REQUIRE(has_shapes());
    for (const auto& shape :
         {BlockShape{1, 1}, BlockShape{1, 8}, BlockShape{8, 64}, BlockShape{32, 32}})
        for (const auto& [n, m] : {std::pair{1, 1}, {31, 65}, {32, 64}, {33, 1100}}) {
            CAPTURE(shape.T);
            CAPTURE(n);
            sectors(multiply_rows, shape, n, m);
            sectors(multiply_rows_staged, shape, n, m);
        }
}

TEST_CASE("rows that share x load it once for all of them") {
    constexpr int n = 64, m = 1024;
    constexpr std::uint64_t of_A = n * m / 8, of_x = m / 8, of_b = n;  // a warp has one row
    CHECK(sectors(multiply_rows_staged, {8, 32}, n, m) == of_A + n / 8 * of_x + of_b);
    CHECK(sectors(multiply_rows_staged, {32, 32}, n, m) == of_A + n / 32 * of_x + of_b);
}
