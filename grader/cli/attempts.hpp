// The results of a student's own attempts, kept in the build folder, one line each. The next
// attempt is compared with them, and `grade list` shows the progress. They can be deleted without
// other effects.
#pragma once

#include <filesystem>
#include <iosfwd>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "lab/kit.hpp"
#include "score/result.hpp"

namespace grader::cli {

/// The time of a right answer for one shape: estimated on the simulator, or measured on a device.
struct Record {
    std::string name, what;  // name of the case, description of the shape
    double microseconds = 0;
    double against = 0;  // microseconds: the limit, or the reference's time
    std::string rival;   // "the solution", "cuBLAS"; empty: an estimate with a limit
    double least = 0;    // for a measured time: the least possible
    double ratio() const { return microseconds > 0 ? against / microseconds : 0; }
    bool operator==(const Record&) const = default;
};

struct Attempt {
    double score = 0, max_score = 0;
    std::map<std::string, double> cases;  // by part and name: the fraction of its points
    std::map<std::string, double> work;   // estimated time / limit, by what was estimated
    std::vector<Record> records{};        // of an attempt whose values are all right

    bool is_full() const { return max_score > 0 && score >= max_score; }
};

struct Attempts {
    std::size_t count = 0;
    std::optional<Attempt> last;
    double best = 0;
    std::vector<double> shares;                // fractions of the full marks, in order of time
    std::map<std::string, double> least_work;  // of attempts with full marks
    std::vector<Record> records;               // of all attempts, in order of time
    std::filesystem::file_time_type when = std::filesystem::file_time_type::min();  // the last one

    bool passed() const { return last && last->max_score > 0 && best >= last->max_score; }
};

Attempt attempt_of(const score::LabResult& lab);

/// Attempts at the lab, in order of time. Lines that cannot be read are skipped.
Attempts attempts(const lab::Kit& kit, const std::string& slug);

/// Adds an attempt. Does nothing if the file cannot be written.
void keep(const lab::Kit& kit, const std::string& slug, const Attempt& attempt);

/// What has changed since the last attempt: points, cases that now pass, cases that now fail. Empty
/// if nothing has.
std::string difference(const Attempt& last, const score::LabResult& now);

/// For a student with full marks: each estimate compared with its limit, and the student's own
/// best. Empty if the lab has no estimates.
std::string challenge(const Attempts& before, const score::LabResult& now);

}  // namespace grader::cli
