// The witness of a race: an order of its two accesses in which the launch leaves another value
// than it did, step by step. Plain values, as the search (api/witness.hpp) found them; their
// telling is witness_text.hpp's.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "simulator/report/finding.hpp"

namespace cusim::report {

// What one of the two threads did to the element, as it took effect.
struct WitnessStep {
    Party who;
    std::string before, after;  // what the element held; the same for a read
    bool by_copy = false;       // by an asynchronous copy that the thread began
    // Of a read: what it reads in its turn, where that is known and not what it read here.
    std::string usual = {};
    std::uint64_t launch = 0;  // its number, where the two threads are of two launches
};

struct Witness {
    std::string order;                         // for SIM_ORDER
    std::string variable = {};                 // where the two meet
    std::optional<long> index = std::nullopt;  // element of `variable`
    std::vector<WitnessStep> steps = {};
    // The step whose value went before anybody read it: the other thread stored over it.
    std::optional<std::size_t> lost = std::nullopt;
    // One element of what the launch left, in the usual order and in this one.
    std::string array = {};
    std::optional<long> element = std::nullopt;
    std::string usual = {}, here = {};
};

}  // namespace cusim::report
