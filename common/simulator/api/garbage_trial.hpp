// What became of what a launch read where nobody had stored? A child process runs it again with
// other garbage there (race/garbage.hpp). Where what it leaves is the same but for copies of the
// garbage, and each such read was copied on, nothing came of it: then the copies hold no value
// either, and nothing is told. Else, and where it cannot be run again, the findings stand.
#pragma once

#include <functional>

#include "simulator/api/witness_search.hpp"

namespace cusim::api {

// Whether it can be asked for: not where the results leave for somebody whom no hook shows.
bool can_judge_reads();
void cannot_judge_reads();

// Called when a launch is over for which that was so; `describe`, where it read garbage.
void judge_unwritten_reads(const std::function<SearchedLaunch()>& describe);
// Instead, for one that is not over.
void release_unwritten_reads();

}  // namespace cusim::api
