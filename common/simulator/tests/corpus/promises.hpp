// Reads what a program in planted/ promises about its findings, in comments of its source. At the
// end of the line that a finding must name:
//   y[i] += x[i];  // EXPECT race                    an error of this kind
//   y[i] = 1;      // EXPECT race warning            a warning
//   sum += x[i];   // EXPECT race, uninitialized_read
//   grid.sync();   // EXPECT deadlock alone          the finding names no other line
//   y[i] = x[j];   // OTHER race                     the finding of this kind also names this line
//   count += 1;    // EXPECT race // OTHER race      both accesses are on this line
//   f();           // MAY leak warning               may be found, but need not be
// A kind marked on several lines must be found on one of them: if the line depends on the order of
// threads, each possible line is marked. Lines with only a comment, usually at the beginning:
//   // NEAR-MISS: argument        the same program, given an argument, must be clean
//   // SAYS: words                must appear in the text report
//   // DIES                       the program ends by a signal
//   // ORDER: compare             runs in two orders of its threads at once
//   // NO WITNESS: why            its race changes no value that a witness could show; any other
//                                 race must have a witness, which SIM_ORDER can repeat
// A program without a promised finding is a near-miss: it must be clean.
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

namespace corpus {

// A source with contradictory comments, and the line.
struct BadPromise : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// A finding and the lines that it may name: one of `lines`. If there are `others`, its other line
// must be one of these.
struct Promised {
    std::string kind, severity;
    std::set<int> lines, others;
    bool alone = false;

    std::string describe() const;
};

struct Promises {
    std::vector<Promised> must, may;
    std::vector<std::string> says;
    bool dies = false, near_miss = false, compares_orders = false;
    bool has_no_witness = false;

    bool is_clean() const { return must.empty(); }
    bool has_error() const;
    bool has_race() const;
};

Promises read_promises(const std::filesystem::path& source);

// For programs that are not in C++.
nlohmann::json to_json(const Promises& promises);

}  // namespace corpus
