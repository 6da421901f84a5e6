// The witness of a race: an order of its two accesses in which the launch leaves a different value,
// step by step. Plain data, filled in by the search (api/trials/witness.hpp); witness_text.hpp
// prints it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "simulator/report/findings/finding.hpp"

namespace cusim::report {

// What value_text() calls a value that nothing has set.
inline constexpr const char* unset_value = "unset";

// An operation of one of the two threads on the element, in the order in which they took effect.
struct WitnessStep {
    Party who;
    std::string before, after;  // the value of the element; equal for a read
    bool by_copy = false;       // by an asynchronous copy that the thread began
    bool is_delayed = false;  // of the two accesses of the race, the one that is usually the first
    // For a read: the value in its usual turn, if it is known and differs.
    std::string usual = {};
    std::uint64_t launch = 0;  // its number, if the threads belong to two launches
};

struct Witness {
    std::string order;                         // for SIM_ORDER
    std::string variable = {};                 // where the two threads meet
    std::optional<long> index = std::nullopt;  // element of `variable`
    std::string met_at = {};                   // that element's name, if `index` is known
    std::vector<WitnessStep> steps = {};
    // The step whose value was overwritten by the other thread before anything read it.
    std::optional<std::size_t> lost = std::nullopt;
    // An element of the result, with its value in the usual order and in this one.
    std::string array = {};
    std::optional<long> element = std::nullopt;
    std::string place = {};  // that element's name, if `element` is known
    bool is_met_at = false;  // it is the one where the two threads meet
    std::string usual = {}, here = {};
};

}  // namespace cusim::report
