// The checks of lab 07.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "suite/row_split.hpp"

namespace atomics {

using namespace grader::suite;
using matvec::Shape;
using matvec::Subject;
using Split = matvec::RowSplit;

Subject subject(const std::string& function, const Split& split);

// ---- Values, and what is refused: values.cpp, refusals.cpp.

/// n = 1; n below, at and above sx and its powers; primes. Blocks from the narrowest to the widest,
/// with one row and with many.
extern const std::vector<Split> splits;
/// Some of them, for rungs that split a row like rung 1.
extern const std::vector<Split> fewer_splits;
extern const std::vector<Split> hunting_grounds;

void check_integers(const std::string& function, const std::vector<Split>& splits);
void check_rounding(const std::string& function);
void check_special_values(const std::string& function);
CheckedCall integers_call(const std::string& function, const Split& split);
void check_refusals(const std::string& function);

// ---- What the work costs: work.cpp.

/// With sx = 32, a warp is 32 neighbouring columns of a row; rows begin with a sector.
Split drawn_split(const std::string& function);
/// The same for cases in which rows need not begin with a sector, with blocks of other shapes.
std::vector<Split> drawn_splits(const std::string& function);
const Answer& counts_of(const std::string& function, const Split& split);

void check_work(const std::string& function, const Split& split);
/// With an n that is a multiple of a block's columns, and with an odd one.
void check_drawn_work(const std::string& function);
using OfSplit = std::function<std::uint64_t(const Split& split)>;
/// Several blocks share each row of A.
void check_rows_shared(const std::string& function);
/// Allows at most so many.
void check_launches(const std::string& function, const OfSplit& allowed);
/// Requires at least so many additions, since the rung is about them, and allows at most so many.
void check_atomics(const std::string& function, const OfSplit& wanted, const OfSplit& allowed);
void check_traffic(const std::string& function);
void check_loads(const std::string& function);
/// At least two partial sums for each row.
void check_later_launch_adds(const Split& split);
/// The hunt's kernel is launched for each step of the sums, as it was given.
void check_every_launch(const Split& split);
/// `sums`: the sums for one row of A in all launches.
void check_tree(const std::string& function, const Split& split, int sums);

}  // namespace atomics
