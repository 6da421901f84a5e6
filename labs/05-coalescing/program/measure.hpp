// Measures a sweep on a device: every contender with every width on every shape, on several
// matrices of each shape. summary.hpp evaluates the results.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "contender.hpp"
#include "transposition.hpp"

namespace runner::sweep {

/// The measurements of one contender with one width on one shape.
struct Cell {
    Kind kind;
    int width = 0;
    int height = lab_height;
    Shape shape;
    std::vector<float> cold, warm;  // microseconds, of each run
    bool right = true;
};

/// The bandwidth of a transpose, compared with a plain copy of the same size.
struct Rates {
    Shape shape;
    double transpose = 0, copy = 0;  // bytes read and written, in GB/s, medians
};

struct Measurements {
    std::string numbers;  // which generator made A and x
    std::string evicted;  // how much was overwritten before each run
    std::string library;  // the version of cuBLAS; empty if there is none
    std::vector<Cell> cells;
    Rates rates;
};

struct Effort {
    std::vector<Shape> shapes;
    int matrices = 5;   // for each shape, with different seeds
    int cold_runs = 5;  // for each matrix
};

/// Reports each number of columns to `told` when it begins.
Measurements measure(const Algorithms& algorithms, const Effort& effort,
                     const std::function<void(int columns)>& told);

}  // namespace runner::sweep
