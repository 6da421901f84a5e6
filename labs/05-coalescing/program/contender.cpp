#include "contender.hpp"

#include <stdexcept>

#include "baselines.hpp"

namespace runner::sweep {

namespace {

const std::vector<int> no_width{0};

using Plain = void (*)(int, int, float*, const float*, const float*, const float*);
using WithWidth = void (*)(int, int, float*, const float*, const float*, const float*, int);

Contender baseline(Kind kind, Plain function) {
    return {kind, no_width,
            [function](const MatvecCall& c) { function(c.n, c.m, c.y, c.A, c.x, c.b); }};
}

Contender baseline(Kind kind, WithWidth function) {
    return {kind, paper_widths, [function](const MatvecCall& c) {
                function(c.n, c.m, c.y, c.A, c.x, c.b, c.number("width"));
            }};
}

Contender from_lab(Kind kind, const Matvec& matvec) {
    return {kind, paper_widths, [body = matvec.body](const MatvecCall& c) { body(c); },
            !matvec.scratch_memory.empty()};
}

Contender multiply_of(int height) {
    const auto run = [height](const MatvecCall& c) {
        multiply_with_height(height, c.n, c.m, c.y, c.A, c.x, c.b, c.number("width"));
    };
    return {Kind::block_multiply, paper_widths, run, false, height};
}

Contender transposed_of(int height) {
    const auto run = [height](const MatvecCall& c) {
        multiply_transposed_with_height(height, c.n, c.m, c.y, c.A, c.x, c.b, c.number("width"));
    };
    return {Kind::block_multiply_transposed, paper_widths, run, false, height};
}

Contender transpose_then_of(int height, Transpose transpose) {
    const auto run = [height, transpose](const MatvecCall& c) {
        float* const At = c.scratch("At");
        transpose(c.n, c.m, At, c.A);
        multiply_with_height(height, c.m, c.n, c.y, At, c.x, c.b, c.number("width"));
    };
    return {Kind::transpose_then_multiply, paper_widths, run, true, height};
}

void add_heights(std::vector<Contender>& contenders, Transpose transpose) {
    for (const int height : other_heights) {
        contenders.push_back(multiply_of(height));
        contenders.push_back(transposed_of(height));
        if (transpose) contenders.push_back(transpose_then_of(height, transpose));
    }
}

}  // namespace

std::vector<Shape> shapes(int least, int most) {
    std::vector<Shape> all;
    for (int p = least; p <= most; ++p)
        for (int q = 1; q <= p; ++q) all.push_back({1 << q, 1 << p});
    return all;
}

std::string name_of(Kind kind) {
    switch (kind) {
        case Kind::naive:
            return "naive";
        case Kind::block_multiply:
            return "Block & Multiply";
        case Kind::naive_transposed:
            return "naive transposed";
        case Kind::block_multiply_transposed:
            return "Transposed B & M";
        case Kind::transpose_then_multiply:
            return "Transpose THEN B & M";
        case Kind::shared_only:
            return "shared, no split";
        case Kind::split_only:
            return "split, not shared";
        case Kind::library:
            return "cuBLAS";
        case Kind::library_transposed:
            return "cuBLAS transp.";
    }
    throw std::logic_error("a contender without a name");
}

bool is_transposed(Kind kind) {
    return kind == Kind::naive_transposed || kind == Kind::block_multiply_transposed ||
           kind == Kind::transpose_then_multiply || kind == Kind::library_transposed;
}

std::string who_is_missing() {
    std::string text;
    if (!has_halves())
        text += "Without \"" + name_of(Kind::shared_only) + "\" and \"" +
                name_of(Kind::split_only) +
                "\": their kernels, in program/baselines.cu, are for you to write.\n";
    if (!has_heights())
        text += "With blocks of " + std::to_string(lab_height) +
                " threads only: the kernels for other heights, in program/heights.cu, are for you "
                "to write.\n";
    return text;
}

std::string described(Kind kind, int width, int height) {
    std::string text = name_of(kind);
    if (width != 0) text += ", width " + std::to_string(width);
    if (width != 0 && height != 0) text += ", height " + std::to_string(height);
    return text;
}

std::vector<Contender> contenders(const Algorithms& algorithms) {
    std::vector<Contender> all{
        baseline(Kind::naive, naive), from_lab(Kind::block_multiply, algorithms.block_multiply),
        baseline(Kind::naive_transposed, naive_transposed),
        from_lab(Kind::block_multiply_transposed, algorithms.block_multiply_transposed),
        from_lab(Kind::transpose_then_multiply, algorithms.transpose_then_multiply)};
    if (has_halves()) {
        all.push_back(baseline(Kind::shared_only, shared_only));
        all.push_back(baseline(Kind::split_only, split_only));
    }
    if (has_heights()) add_heights(all, algorithms.transpose);
    return all;
}

}  // namespace runner::sweep
