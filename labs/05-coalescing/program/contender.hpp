// Who takes part in a sweep, and on what: the algorithms of lab 05, what they are compared with,
// and the shapes of a paper's evaluation. Knows nothing of how anything is measured.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "runner/matvec.hpp"

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
    std::vector<int> widths;  // 0 alone: it has none
    std::function<void(const MatvecCall&)> run;
    bool wants_room = false;  // for the transpose
};

/// The algorithms of lab 05 as its program declares them.
struct Algorithms {
    Matvec block_multiply, block_multiply_transposed, transpose_then_multiply;
};

/// A line for the report; empty where all take part.
std::string who_is_missing();

/// All but the library, which not every machine has.
std::vector<Contender> contenders(const Algorithms& algorithms);

}  // namespace runner::sweep
