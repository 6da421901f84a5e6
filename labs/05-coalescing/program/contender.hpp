// The contenders of a sweep and their inputs: the algorithms of lab 05, what they are compared
// with, and the shapes of a paper's evaluation. How they are measured is defined elsewhere.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "heights.hpp"
#include "runner/matvec.hpp"
#include "transposition.hpp"

namespace runner::sweep {

struct Shape {
    int n = 0;  // rows of A
    int m = 0;  // columns

    bool operator==(const Shape&) const = default;
};

/// 2^1 … 2^p rows of 2^p columns, for p from `least` to `most`.
std::vector<Shape> shapes(int least, int most);

/// The paper's BLOCK_WIDTHs.
inline const std::vector<int> paper_widths{8, 16, 32, 64, 128, 256};

enum class Kind {
    naive,
    block_multiply,
    naive_transposed,
    block_multiply_transposed,
    transpose_then_multiply,
    shared_only,
    split_only,
    library,
    library_transposed,
};

std::string name_of(Kind kind);
bool is_transposed(Kind kind);

struct Contender {
    Kind kind;
    std::vector<int> widths;  // only 0 if it has no width
    std::function<void(const MatvecCall&)> run;
    bool wants_room = false;  // needs space for the transpose
    int height = lab_height;  // only 0 if nobody can say, as for a library
};

/// The algorithms of lab 05, as its program declares them.
struct Algorithms {
    Matvec block_multiply, block_multiply_transposed, transpose_then_multiply;
    Transpose transpose = nullptr;  // for the other heights
};

/// A line for the report about missing contenders; empty if there are none.
std::string who_is_missing();

/// "naive", or "Block & Multiply, width 64, height 256".
std::string described(Kind kind, int width, int height);

/// All contenders except the library, which not every machine has.
std::vector<Contender> contenders(const Algorithms& algorithms);

}  // namespace runner::sweep
