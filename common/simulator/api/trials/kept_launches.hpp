// Keeps launches with which a later launch may race, while streams are unordered: what is needed to
// run both again in another order. A program that uses one stream keeps none.
#pragma once

#include <optional>

#include "simulator/api/trials/witness_search.hpp"
#include "simulator/race/shadow/shadow.hpp"

namespace cusim::api {

struct KeptLaunch {
    race::Epoch first = 0;  // the launch's first epoch
    SearchedLaunch launch;
};

bool keeps_launches();
// Keeps the latest few launches, up to a limit on what they have stored together.
void keep(KeptLaunch launch);
// The launch with that first epoch, if it may be moved after the one that has just ended; otherwise
// nullptr. Launches that follow it would have to be moved too, which matters unless it is
// `the_only_one` with which the later one raced.
const SearchedLaunch* kept_to_be_moved(race::Epoch first, bool the_only_one);
// By its number in the report.
const SearchedLaunch* kept_launch(std::uint64_t number);

}  // namespace cusim::api
