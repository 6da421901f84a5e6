// What a program of planted/ promises about itself, in comments of its source. At the end of the
// line that a finding must name:
//   y[i] += x[i];  // EXPECT race                    an error of this kind
//   y[i] = 1;      // EXPECT race warning            a warning
//   sum += x[i];   // EXPECT race, uninitialized_read
//   grid.sync();   // EXPECT deadlock alone          the finding names no other line
//   y[i] = x[j];   // OTHER race                     the finding of this kind also names this line
//   count += 1;    // EXPECT race // OTHER race      both its accesses are of this line
//   f();           // MAY leak warning               may be found, and need not be
// A kind marked on several lines must be found on one of them: where the order of threads decides,
// each possible line has its mark. Lines that are nothing but a comment, usually at the head:
//   // NEAR-MISS: argument        the same program, given an argument, must be clean
//   // SAYS: words                must appear in the text report
//   // DIES                       the program ends by a signal
//   // ORDER: compare             runs in two orders of its threads at once
//   // NO WITNESS: why            its race changes no value that a witness could show; any other
//                                 race has a witness, which SIM_ORDER plays again
// A program without a promised finding is a near-miss: it must be clean.
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

namespace corpus {

// A source whose comments do not add up, and its line.
struct BadPromise : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// A finding and the lines that it may name: one of `lines`; where there are `others`, its other
// line is one of these.
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

// For who speaks no C++.
nlohmann::json to_json(const Promises& promises);

}  // namespace corpus
