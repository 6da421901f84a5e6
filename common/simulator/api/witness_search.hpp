// Which order of a race's two accesses leaves another value? The launch is undone and run again,
// each time with one pair of accesses the other way round (exec/flip.hpp), and what it leaves is
// compared with what it left before. That the race alone makes the difference is certain: where a
// thread had to wait for it, a control makes it wait at the same place and turns nothing round.
#pragma once

#include <functional>
#include <vector>

#include "cusim/driver_types.hpp"
#include "simulator/exec/flipped_run.hpp"
#include "simulator/race/racing_pairs.hpp"

namespace cusim::api {

// How to run the launch again as it ran, from memory as it is.
using Relaunch = std::function<cudaError_t()>;

struct SearchedLaunch {
    std::uint64_t number = 1;  // of the report
    std::uint64_t steps = 0;   // that a run takes
    cudaError_t error = cudaSuccess;
    Relaunch relaunch;
};

enum class SearchEnd : std::uint8_t {
    found,
    none,       // no order of its pairs leaves another value
    too_long,   // the launch takes too many steps, or stores too much, to be run often
    not_again,  // run again, the launch leaves something else: no difference would mean anything
};

// Of one race. A plain value: it goes from one process to another as it is.
struct SearchResult {
    static constexpr std::size_t most_steps = 8;

    SearchEnd end = SearchEnd::none;
    exec::Flip flip;
    std::size_t pair = 0;  // of the race
    exec::FlipStep story[most_steps];
    std::size_t steps = 0;  // of the story
    memory::Address outcome = 0;
    std::uint32_t size = 0;  // of the element there
    std::uint64_t usual = 0, here = 0;
};

// Memory is what the launch left, and race::overwritten speaks of it. Afterwards memory is what it
// was; or, where `play` says so and a witness was found, what the first one left. Whatever else the
// simulator keeps goes on from there, so this is for a process of its own.
std::vector<SearchResult> search(const std::vector<race::Race>& races, const SearchedLaunch& launch,
                                 bool play);

}  // namespace cusim::api
