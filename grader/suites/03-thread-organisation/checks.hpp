// The checks of lab 03, by rung. For numbers of threads, see numbering.hpp.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "suite/problem.hpp"

namespace thread_organisation {

using namespace grader::suite;

struct Extent {
    int x = 1, y = 1, z = 1;
};

struct Launch {
    Extent grid, block;
};

std::string shown(Extent e);
std::string shown(const Launch& launch);

// ---- Rung 1: the list of all threads.

CheckedCall checked_list(const Launch& launch);
void check_list(const std::vector<Launch>& launches);
void check_work_of_list();
void check_too_large_launches();

/// So many threads write: arithmetic has no counts, so one that writes what others are to write
/// takes no longer. Otherwise the rung lacks what it is about.
void expect_each_writes(const Answer& answer, std::uint64_t threads, const std::string& message);

// ---- Rung 2: a grid over a matrix.

struct Filled {
    int rows, columns;
    Extent block;

    Extent grid() const {
        return {(columns + block.x - 1) / block.x, (rows + block.y - 1) / block.y, 1};
    }
};

CheckedCall checked_fill(const Filled& filled);
void check_fill(const Filled& filled);
void check_work_of_fill();
void check_fill_once();
void check_place_of(const Launch& launch);

// ---- Rung 3: limits.

struct Device {
    std::string name;
    std::array<int, 8> limits;  // threads per block, block x, y, z, grid x, y, z, multiprocessors
};
extern const std::vector<Device> devices;

CheckedCall checked_limits(const Device& device);
void check_limits();
/// Asks three times: with the limits of a large device, with those of a tiny one, within which only
/// the first launch stays, and with limits that are drawn.
void check_fits();

// ---- Rung 4: products.

constexpr int tile = 32;

struct Stack {
    int matrices, n, m;
};
extern const std::vector<Stack> stacks;
constexpr Stack example{5, 70, 150};

CheckedCall checked_product(const Stack& stack);
void check_product(const Stack& stack);
const Answer& counts_of_product(const Stack& stack);
/// Drawn once for both cases that share the calls. A row has so many tiles that one thread takes
/// far longer for all of them. The stacks have different numbers of matrices, so that no kernel is
/// quick for one number only.
std::array<Stack, 2> drawn_stacks();

}  // namespace thread_organisation
