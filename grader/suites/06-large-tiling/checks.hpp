// What lab 06's functions cost: work.cpp.
#pragma once

#include <cstdint>
#include <functional>

#include "suite/matvec.hpp"

namespace large_tiling {

using namespace grader::suite;
using matvec::Shape;
using matvec::Subject;

inline const Subject one_block{"one_block"};
inline const Subject many_blocks{.function = "many_blocks", .rows_a_block = 8};
inline const Subject staged_x{.function = "staged_x", .rows_a_block = 8};
inline const Subject textbook{"textbook"};
inline const Subject collected{"collected"};

std::uint64_t bytes_of_A(Shape shape);
std::uint64_t bytes_of_x(Shape shape);

/// Checks the predictions for a function.
void expect_predicted_of(const Subject& subject,
                         const std::function<Counts(const Answer&, Shape)>& counts);
/// The least traffic: each sector of A once, and loaded from A itself.
void check_A_is_read_once(const Subject& subject);
/// Each thread sums in a register, and the sums of a row are added up as a tree.
void check_sums_in_registers(const Subject& subject);
/// The rows of a block share what is loaded of x.
void check_x_is_shared();

/// The work of each rung, and of each hunt.
void check_one_block();
void check_blocks(const Subject& subject);
void check_textbook();
void check_turns();

}  // namespace large_tiling
