// Finds out whether reads of unwritten memory had an effect. A child process runs the launch again
// with other garbage there (race/findings/garbage.hpp). If memory ends up the same except for
// copies of the garbage, and each such read was only copied, there was no effect: the copies count
// as unwritten, and nothing is reported. Otherwise, or if the launch cannot be run again, the
// findings are reported.
#pragma once

#include <functional>

#include "simulator/api/trials/witness_search.hpp"

namespace cusim::api {

// Whether a trial is possible. It is not if code without hooks uses the results.
bool can_judge_reads();
void cannot_judge_reads();

// To be called at the end of a launch for which can_judge_reads() was true. Calls `describe` if the
// launch read garbage.
void judge_unwritten_reads(const std::function<SearchedLaunch()>& describe);
// To be called instead if the launch is not over.
void release_unwritten_reads();

}  // namespace cusim::api
