// A run by hand (--time) that measures lab 03's functions on a GPU: what writes, beside a fill of
// as much memory; what reads, beside a kernel that reads as much and does nothing else.
#pragma once

#include "../lab.hpp"
#include "runner/program.hpp"

namespace threads {

struct Functions {
    decltype(::list_threads)* list_threads;
    decltype(::matrix_fill)* matrix_fill;
    decltype(::tiled_product)* tiled_product;
};

void declare_times(runner::Program& program, Functions functions);

}  // namespace threads
