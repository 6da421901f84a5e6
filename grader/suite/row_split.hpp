// Products with a square matrix whose rows are split over blocks: a block of sx * sy threads covers
// a tile of A, sx columns and sy rows, and the parts of a row are combined afterwards. The caller
// chooses sx and sy. Shared by the suites of the labs about ways to combine them.
#pragma once

#include <cstdint>
#include <string>

#include "suite/matvec.hpp"

namespace grader::suite::matvec {

/// The sizes of one call, and the number of blocks where the call gives it.
struct RowSplit {
    int n, sx, sy;
    int blocks = 0;

    Shape shape() const { return {n, n}; }
    int parts() const { return (n + sx - 1) / sx; }       // of each row
    int row_groups() const { return (n + sy - 1) / sy; }  // of sy rows
    std::uint64_t partial_sums() const {                  // of all rows
        return static_cast<std::uint64_t>(n) * static_cast<std::uint64_t>(parts());
    }
    std::string words() const;  // such as "(sx = 16, sy = 8) with n = 128"
};

/// With a size drawn by draw_size, and blocks of 64 to 512 threads of any shape.
RowSplit draw_split(int about);

/// A function with the sizes sx and sy. Its scratch memory is for the caller to add.
Subject split_subject(const std::string& function, const RowSplit& split);

/// Room for the partial sums, `times` times.
Scratch partial_sums(const std::string& name, const RowSplit& split, int times = 1);

}  // namespace grader::suite::matvec
