#include "summary.hpp"

#include <doctest/doctest.h>

using namespace lab13;

namespace {

Measured product(int side, double gemv, double rival, bool along = true) {
    return {.set = "sweep",
            .along = along,
            .lines = side,
            .width = side,
            .gemv = {gemv, gemv, gemv},
            .rival = {rival, rival, rival}};
}

Sweep sweep_of(std::vector<Measured> products) {
    return {"a device", "a rival", 3e6, 0.9, std::move(products)};
}

bool has(const std::string& text, const char* part) {
    return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("a page gives the geometric mean and the worst shape of each kind") {
    const auto page =
        page_of(sweep_of({product(256, 2, 4), product(1024, 5, 5), product(512, 4, 3, false)}));
    CHECK(has(page, "| sweep, along | 2 | 1.414 | 1.000, 1024 x 1024 | 100.0% | 100.0% |"));
    CHECK(has(page, "| sweep, across | 1 | 0.750 | 0.750, 512 x 512 | 0.0% | 0.0% |"));
    CHECK(has(page, "| along 1024 x 1024 | 5.0 | 839 | 28.0% | 5.0 |"));
}

TEST_CASE("a time below what reading takes is an error, whoever's it is") {
    CHECK(impossible(sweep_of({product(4096, 30, 40)})).empty());
    CHECK(has(impossible(sweep_of({product(4096, 12, 40)})), "gemv of 4096 x 4096"));
    CHECK(has(impossible(sweep_of({product(4096, 30, 12)})), "the rival of 4096 x 4096"));
}

TEST_CASE("every figure of a sweep is a line of the table for spreadsheets") {
    const auto lines = comma_separated(sweep_of({product(256, 2, 4)}));
    CHECK(has(lines,
              "sweep,along,256,256,0,0,1,1,2.000,2.000,2.000,4.000,4.000,4.000,2.000,0.087,0\n"));
    CHECK(plot_of(sweep_of({product(256, 2, 4)})).charts.size() == 2);
}
