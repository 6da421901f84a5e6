// Explanations of a wrong product of matrices. The wrong ones are made as a kernel makes them, tile
// by tile, with one line changed.
#include "suite/causes/product_mistakes.hpp"

#include <doctest/doctest.h>

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "tests/text_has.hpp"

using namespace grader::suite;

namespace {

constexpr int tile = 8, m = 9, n = 7, k = 24;

Product product() {
    Product made{.m = m, .n = n, .k = k, .A = {}, .B = {}, .depth = tile, .are_square = true};
    for (int at = 0; at < m * k; ++at) made.A.push_back(float(at * 7 % 11) - 5);
    for (int at = 0; at < k * n; ++at) made.B.push_back(float(at * 5 % 13) - 6);
    return made;
}

struct Tiles {
    double A[tile][tile], B[tile][tile];
};

/// What is different in the wrong kernel; by default nothing is.
struct Kernel {
    int step = tile;                            // from one pair of tiles to the next
    int end = k;                                // of the loop over the tiles
    bool first_in_A = true, first_in_B = true;  // whether the indices have it
    bool along_row_of_B = false;                // where the next tile of B begins
    bool sets_anew = false;                     // the sum, for each pair of tiles
    std::function<double(double sum, const Tiles& tiles, int l, int ty, int tx)> add =
        [](double sum, const Tiles& t, int l, int ty, int tx) {
            return sum + t.A[ty][l] * t.B[l][tx];
        };
};

float element(const Product& p, const Kernel& kernel, int i, int j) {
    const int ty = i % tile, tx = j % tile, row = i - ty, column = j - tx;
    double sum = 0;
    for (int first = 0; first < kernel.end; first += kernel.step) {
        Tiles tiles;
        for (int y = 0; y < tile; ++y)
            for (int x = 0; x < tile; ++x) {
                const int in_A = (kernel.first_in_A ? first : 0) + x,
                          in_B = (kernel.first_in_B ? first : 0) + y,
                          further = kernel.along_row_of_B ? first : 0;
                tiles.A[y][x] = row + y < m && first + x < k ? p.A[(row + y) * k + in_A] : 0;
                tiles.B[y][x] =
                    first + y < k && column + x < n ? p.B[in_B * n + column + x + further] : 0;
            }
        if (kernel.sets_anew) sum = 0;
        for (int l = 0; l < tile; ++l) sum = kernel.add(sum, tiles, l, ty, tx);
    }
    return static_cast<float>(sum);
}

/// What is said of the wrong kernel's output.
std::string told(const Kernel& kernel) {
    const Product p = product();
    std::vector<float> C;
    for (int i = 0; i < m; ++i)
        for (int j = 0; j < n; ++j) C.push_back(element(p, kernel, i, j));
    runner::Problem judged("product");
    judged.output<float>("C", {m, n}, [&](std::size_t at) {
        return runner::Expected{element(p, {}, int(at) / n, int(at) % n), 0};
    });
    const auto mistakes = product_mistakes(p);
    return only_mistake({judged.arrays().front(), std::as_bytes(std::span(C))}, mistakes, k);
}

TextHas tells(const Kernel& kernel, const char* words) {
    return text_has(told(kernel), words);
}

}  // namespace

TEST_CASE("a right product has no mistake") {
    CHECK(told({}).empty());
}

TEST_CASE("steps along k that are wrong are told from each other") {
    CHECK(tells({.step = 1}, "begin one column of A further, and not 8"));
    CHECK(tells({.step = 2 * tile}, "every second pair of tiles is left out"));
    CHECK(tells({.first_in_B = false, .along_row_of_B = true},
                "the next tile of B begins 8 elements further in memory"));
    CHECK(tells({.first_in_A = false}, "the first tile of A stands for all"));
    CHECK(tells({.first_in_B = false}, "the first tile of B stands for all"));
    CHECK(tells({.first_in_A = false, .first_in_B = false}, "the first tile of A and of B"));
}

TEST_CASE("the number of a tile in place of its first column is told") {
    CHECK(tells({.step = 1, .end = k / tile}, "tile t of A begins at column t * 8"));
}

TEST_CASE("rows and columns of a thread's elements that are exchanged are told") {
    Product p = product();
    p.are_square = false;
    // Threads have 2 x 2 elements, 4 apart.
    const auto exchanged = [](int own, int other) {
        return own + (other / 4 % 2 - own / 4 % 2) * 4;
    };
    std::vector<float> C;
    for (int i = 0; i < m; ++i)
        for (int j = 0; j < n; ++j) {
            const int row = exchanged(i, j), column = exchanged(j, i);
            C.push_back(row < m && column < n ? element(p, {}, row, column) : 0);
        }
    runner::Problem judged("product");
    judged.output<float>("C", {m, n}, [&](std::size_t at) {
        return runner::Expected{element(p, {}, int(at) / n, int(at) % n), 0};
    });
    const std::string text = only_mistake({judged.arrays().front(), std::as_bytes(std::span(C))},
                                          product_mistakes(p), k);
    INFO(text);
    CHECK(text.find("the rows and columns of each thread's elements") != text.npos);
}

TEST_CASE("sums that are replaced are told from those of the last tiles") {
    CHECK(tells({.sets_anew = true}, "holds the products of the last tiles only"));
    CHECK(tells({.add = [](double, const Tiles& t, int l, int ty,
                           int tx) { return t.A[ty][l] * t.B[l][tx]; }},
                "each product replaces the sum"));
}

TEST_CASE("exchanged indices of a tile are told by which tile it is") {
    CHECK(tells({.add = [](double sum, const Tiles& t, int l, int ty,
                           int tx) { return sum + t.A[l][ty] * t.B[l][tx]; }},
                "the two indices of the tile of A are exchanged"));
    CHECK(tells({.add = [](double sum, const Tiles& t, int l, int ty,
                           int tx) { return sum + t.A[ty][l] * t.B[tx][l]; }},
                "the two indices of the tile of B are exchanged"));
    CHECK(tells({.add = [](double sum, const Tiles& t, int l, int ty,
                           int tx) { return sum + t.A[l][ty] * t.B[tx][l]; }},
                "of the tile of A and that of B are exchanged"));
    CHECK(tells({.add = [](double sum, const Tiles& t, int l, int ty,
                           int tx) { return sum + t.A[tx][l] * t.B[l][ty]; }},
                "rows and columns are exchanged within each tile of C"));
}

TEST_CASE("what two mistakes explain is not told as one") {
    // With two tiles, leaving out every second one is ending the sum after the first.
    Product p = product();
    p.k = 2 * tile;
    p.A.resize(m * p.k);
    p.B.resize(p.k * n);
    std::vector<float> C;
    for (int i = 0; i < m; ++i)
        for (int j = 0; j < n; ++j) {
            double sum = 0;
            for (int l = 0; l < tile; ++l) sum += double{p.A[i * p.k + l]} * p.B[l * n + j];
            C.push_back(static_cast<float>(sum));
        }
    runner::Problem judged("product");
    judged.output<float>("C", {m, n}, [](std::size_t) { return runner::Expected{0.5, 0}; });
    CHECK(only_mistake({judged.arrays().front(), std::as_bytes(std::span(C))}, product_mistakes(p),
                       2 * tile)
              .empty());
}
