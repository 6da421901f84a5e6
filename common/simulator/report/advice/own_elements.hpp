// For a race between two threads on one line: what is missing in the index that should give each
// thread, or block, elements of its own.
#pragma once

#include <string>

#include "simulator/report/findings/settled.hpp"

namespace cusim::report {

// Whether threads of equal number in different blocks access the element of that number: the index
// lacks the block's number.
bool block_forgotten(const Settled& settled);

// Whether all threads of a block access the element with the block's number: the index lacks the
// thread's number.
bool thread_forgotten(const Settled& settled);

// For one variable, if all that selects the threads which store it is that they are the first of a
// row, `threadIdx.x == 0`, and a block has several rows; empty if not.
std::string first_of_each_row(const Settled& settled);

// Advice if block_forgotten().
std::string forgotten_block(const Settled& settled);

// In what the two threads differ although they come to one element: a clause, or empty.
std::string what_differs(const Settled& settled);

// Advice on two stores, by threads of two blocks, and of one.
std::string same_element_of_blocks(const Settled& settled);
std::string same_element_in_block(const Settled& settled);
// The same where threads of further blocks store there, too.
std::string same_element_in_many_blocks();

}  // namespace cusim::report
