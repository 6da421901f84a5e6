// Launches that another one may turn out to race with, while streams are unordered: what is needed
// to run them again, with that one, in another order. A program that only uses one stream keeps
// none.
#pragma once

#include <optional>

#include "simulator/api/witness_search.hpp"
#include "simulator/race/shadow.hpp"

namespace cusim::api {

struct KeptLaunch {
    race::Epoch first = 0;  // epoch of the launch
    SearchedLaunch launch;
};

bool keeps_launches();
// The latest few, as long as they have not stored too much together.
void keep(KeptLaunch launch);
// The launch with that first epoch, if it can come at the same time as the one that has just ended.
// What follows it would come later, too: that matters unless it is `the_only_one` that one met.
// nullptr otherwise.
const SearchedLaunch* kept_to_be_moved(race::Epoch first, bool the_only_one);
// By its number in the report.
const SearchedLaunch* kept_launch(std::uint64_t number);

}  // namespace cusim::api
