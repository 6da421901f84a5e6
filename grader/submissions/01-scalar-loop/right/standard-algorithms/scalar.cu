// Loops by ranges and lambdas: a matrix is a function of two indices, a loop order is which index
// turns faster. Sums by std::transform_reduce, whose order is free.
#include <algorithm>
#include <concepts>
#include <cstdint>
#include <functional>
#include <numeric>
#include <ranges>
#include <span>

#include "lab.hpp"

namespace {

using std::views::iota;

template <class M>
concept Matrix = requires(const M a, int k) {
    { a(k, k) } -> std::convertible_to<float>;
};

constexpr auto by_rows = [](const float* data, int, int m) {
    return [=](int i, int j) { return data[std::int64_t{i} * m + j]; };
};
constexpr auto by_columns = [](const float* data, int n, int) {
    return [=](int i, int j) { return data[std::int64_t{j} * n + i]; };
};

void gather(Matrix auto A, std::span<float> y, std::span<const float> x, const float* b) {
    std::ranges::transform(iota(0, static_cast<int>(y.size())), y.begin(), [&](int i) {
        const auto columns = iota(0, static_cast<int>(x.size()));
        return std::transform_reduce(columns.begin(), columns.end(), b[i], std::plus{},
                                     [&](int j) { return A(i, j) * x[j]; });
    });
}

void scatter(Matrix auto A, std::span<float> y, std::span<const float> x, const float* b) {
    std::ranges::copy_n(b, std::ssize(y), y.begin());
    for (int j = 0; const float xj : x) {
        std::ranges::for_each(iota(0, static_cast<int>(y.size())), [&](int i) { y[i] += A(i, j) * xj; });
        ++j;
    }
}

std::span<float> output(float* y, int n) {
    return {y, static_cast<std::size_t>(n)};
}
std::span<const float> input(const float* x, int m) {
    return {x, static_cast<std::size_t>(m)};
}

}  // namespace

void gather_row_major(int n, int m, float* y, const float* A, const float* x, const float* b) {
    gather(by_rows(A, n, m), output(y, n), input(x, m), b);
}
void scatter_row_major(int n, int m, float* y, const float* A, const float* x, const float* b) {
    scatter(by_rows(A, n, m), output(y, n), input(x, m), b);
}
void gather_column_major(int n, int m, float* y, const float* A, const float* x, const float* b) {
    gather(by_columns(A, n, m), output(y, n), input(x, m), b);
}
void scatter_column_major(int n, int m, float* y, const float* A, const float* x, const float* b) {
    scatter(by_columns(A, n, m), output(y, n), input(x, m), b);
}
