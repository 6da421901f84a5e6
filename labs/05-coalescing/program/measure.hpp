// A sweep's measurements on a device: every contender with every width on every shape, on several
// matrices of each. What they mean is summary.hpp's.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "contender.hpp"
#include "transposition.hpp"

namespace runner::sweep {

/// One contender with one width on one shape.
struct Cell {
    Kind kind;
    int width = 0;
    Shape shape;
    std::vector<float> cold, warm;  // microseconds, of each run
    bool right = true;
};

/// What a transpose moves in a second beside a plain copy of as much.
struct Rates {
    Shape shape;
    double transpose = 0, copy = 0;  // bytes read and written, in GB/s, medians
};

struct Measurements {
    std::string numbers;  // who made A and x
    std::string evicted;  // how much was overwritten before each run
    std::string library;  // which cuBLAS; empty: none was found
    std::vector<Cell> cells;
    Rates rates;
};

struct Effort {
    std::vector<Shape> shapes;
    int matrices = 5;   // of each shape, with different seeds
    int cold_runs = 5;  // of each matrix
};

/// `told` hears of each number of columns that is begun.
Measurements measure(const Algorithms& algorithms, Transpose transpose, const Effort& effort,
                     const std::function<void(int columns)>& told);

}  // namespace runner::sweep
