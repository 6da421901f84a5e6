// The calls of lab 13 with their expected results, for the suite and for runs by hand. Between A's
// lines and between the elements of x, where no function may read, there are NaNs. Between the
// elements of y, there are values that must not change.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "runner/inputs.hpp"
#include "runner/problem.hpp"

namespace lab13 {

using runner::InputKind;

/// Which of alpha and beta.
enum class OnDevice { none, both, alpha, beta };

/// One call of gemv without its numbers.
struct Shape {
    bool row_major = true, transposed = false;
    int m = 1, n = 1;  // rows and columns of A
    int padding = 0;   // floats between the end of a line and the beginning of the next
    int offset = 0;    // floats from a multiple of 256 bytes to A's first one
    int x_offset = 0;  // the same for x
    int incx = 1, incy = 1;
    double alpha = 1, beta = 0;
    OnDevice on_device = OnDevice::none;
    bool stream = false;  // the call uses a stream of its own, in which x is still being copied

    int lines() const { return row_major ? m : n; }
    int width() const { return row_major ? n : m; }
    int lda() const { return std::max(1, width() + padding); }
    /// Whether the sums run along the lines, or across them.
    bool along() const { return row_major != transposed; }
    int outputs() const { return transposed ? n : m; }
    int length() const { return transposed ? m : n; }

    /// "row-major, transposed, 3 x 5, lda 7, incx -2, alpha 0.5 on the device"
    std::string words() const {
        std::string words = row_major ? "row-major" : "column-major";
        if (transposed) words += ", transposed";
        words += ", " + std::to_string(m) + " x " + std::to_string(n);
        const auto add = [&](const char* name, int value, int usual) {
            if (value != usual) words += std::string(", ") + name + " " + std::to_string(value);
        };
        add("lda", lda(), width());
        add("A begins at float", offset, 0);
        add("x begins at float", x_offset, 0);
        add("incx", incx, 1);
        add("incy", incy, 1);
        if (alpha != 1) words += ", alpha " + short_number(alpha);
        if (beta != 0) words += ", beta " + short_number(beta);
        constexpr const char* which[] = {"", ", both on the device", ", alpha on the device",
                                         ", beta on the device"};
        words += which[static_cast<int>(on_device)];
        if (stream) words += ", in a stream of its own";
        return words;
    }
    std::string options() const {
        std::string options = std::string("--layout ") +
                              (row_major ? "row-major" : "column-major") + " --operation " +
                              (transposed ? "transposed" : "plain") + " --m " + std::to_string(m) +
                              " --n " + std::to_string(n);
        const auto add = [&](const char* name, int value, int usual) {
            if (value != usual) options += std::string(" --") + name + " " + std::to_string(value);
        };
        add("padding", padding, 0);
        add("offset", offset, 0);
        add("x-offset", x_offset, 0);
        add("incx", incx, 1);
        add("incy", incy, 1);
        add("factors-on-device", static_cast<int>(on_device), 0);
        add("own-stream", stream, 0);
        if (alpha != 1) options += " --alpha " + short_number(alpha);
        if (beta != 0) options += " --beta " + short_number(beta);
        return options;
    }

    static std::string short_number(double value) {
        std::string text = std::to_string(value);
        text.erase(text.find_last_not_of('0') + 1);
        if (text.back() == '.') text.pop_back();
        return text;
    }
};

/// The position of element `index` of a vector of `count`, and how many floats the vector spans.
inline std::size_t place(int index, int count, int increment) {
    const int from_start = increment > 0 ? index : count - 1 - index;
    return static_cast<std::size_t>(from_start) * std::abs(increment);
}
inline std::size_t span_of(int count, int increment) {
    return count == 0 ? 0 : static_cast<std::size_t>(count - 1) * std::abs(increment) + 1;
}

/// The arrays as stored in memory.
struct Arrays {
    std::vector<float> A, x, y;
    bool exact = true;  // every partial sum is a whole number below 2^24
};

constexpr float not_a_number = std::numeric_limits<float>::quiet_NaN();
constexpr float between = 7.0f;  // in y, between its elements

inline std::size_t place_in_A(const Shape& shape, int line, int at) {
    return static_cast<std::size_t>(shape.offset) + static_cast<std::size_t>(line) * shape.lda() +
           at;
}

inline Arrays make_arrays(const Shape& shape, InputKind kind, std::uint64_t seed) {
    const auto drawn = [&](std::size_t count, const char* name) {
        std::vector<float> values(count);
        runner::fill(values, kind, seed, name);
        return values;
    };
    Arrays made;
    made.exact = kind != InputKind::reals;
    const std::size_t lines = shape.lines(), width = shape.width();
    const auto A = drawn(lines * width, "A");
    const auto x = drawn(shape.length(), "x"), y = drawn(shape.outputs(), "y");
    if (lines > 0 && width > 0)
        made.A.assign(place_in_A(shape, shape.lines() - 1, shape.width()), not_a_number);
    for (std::size_t i = 0; i < A.size(); ++i)
        made.A[place_in_A(shape, static_cast<int>(i / width), static_cast<int>(i % width))] = A[i];
    made.x.assign(span_of(shape.length(), shape.incx), not_a_number);
    for (int i = 0; i < shape.length(); ++i) made.x[place(i, shape.length(), shape.incx)] = x[i];
    made.y.assign(span_of(shape.outputs(), shape.incy), between);
    for (int i = 0; i < shape.outputs(); ++i) made.y[place(i, shape.outputs(), shape.incy)] = y[i];
    return made;
}

/// y's element `output` in double precision. The error of a sum of float products is at most
/// gamma_k times the terms' magnitudes; alpha, beta and the last addition add three operations.
inline runner::Expected expected_element(const Shape& shape, const Arrays& arrays, int output) {
    const double before = arrays.y[place(output, shape.outputs(), shape.incy)];
    if (shape.m == 0 || shape.n == 0) return {before, 0};
    double sum = 0, magnitude = 0;
    for (int k = 0; shape.alpha != 0 && k < shape.length(); ++k) {
        const double a =
            arrays.A[shape.along() ? place_in_A(shape, output, k) : place_in_A(shape, k, output)];
        const double product = a * arrays.x[place(k, shape.length(), shape.incx)];
        sum += product;
        magnitude += std::abs(product);
    }
    double value = shape.alpha == 0 ? 0 : shape.alpha * sum;
    magnitude *= std::abs(shape.alpha);
    if (shape.beta != 0) {
        value += shape.beta * before;
        magnitude += std::abs(shape.beta * before);
    }
    if (arrays.exact || !std::isfinite(value)) return {value, 0};
    return {value, runner::gamma(shape.length() + 3) * magnitude};
}

inline runner::Problem make_problem(const Shape& shape, Arrays arrays) {
    runner::Problem problem("gemv");
    problem.size("row_major", shape.row_major).size("transposed", shape.transposed);
    problem.size("m", shape.m).size("n", shape.n).size("lda", shape.lda());
    problem.size("offset", shape.offset).size("x_offset", shape.x_offset);
    problem.size("incx", shape.incx).size("incy", shape.incy);
    problem.size("on_device", static_cast<int>(shape.on_device)).size("stream", shape.stream);
    problem.real("alpha", shape.alpha).real("beta", shape.beta);
    auto x = arrays.x;
    x.insert(x.begin(), shape.x_offset, not_a_number);
    problem.input("A", arrays.A).input("x", x);
    problem.input("factors", std::vector<float>{static_cast<float>(shape.alpha),
                                                static_cast<float>(shape.beta)});
    const auto before = arrays.y;
    problem.words(shape.words());
    return problem.in_out<float>(
        "y", before, {before.size()}, [shape, arrays = std::move(arrays)](std::size_t at) {
            const std::size_t step = std::abs(shape.incy);
            if (at % step != 0) return runner::Expected{between, 0};
            const int from_start = static_cast<int>(at / step);
            return expected_element(shape, arrays,
                                    shape.incy > 0 ? from_start : shape.outputs() - 1 - from_start);
        });
}

inline runner::Problem make_problem(const Shape& shape, InputKind kind, std::uint64_t seed) {
    std::string options = shape.options() + " --seed " + std::to_string(seed);
    if (kind == InputKind::integers) options += " --integers 1";
    return make_problem(shape, make_arrays(shape, kind, seed)).by_hand(options);
}

}  // namespace lab13
