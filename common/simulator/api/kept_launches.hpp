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
// The launch with that first epoch, if nothing that was issued since must wait for it: what follows
// it would come later, too. nullptr otherwise.
const SearchedLaunch* kept_to_be_moved(race::Epoch first);
// By its number in the report.
const SearchedLaunch* kept_launch(std::uint64_t number);

}  // namespace cusim::api
