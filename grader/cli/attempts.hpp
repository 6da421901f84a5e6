// What a student's own gradings came to, kept in the build folder, a line each: so that the next
// one can say what changed, and `grade list` how far one has come. Losing it costs nothing but
// that.
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

/// What a right answer took, of one shape: estimated on the simulator, or on a device.
struct Record {
    std::string name, what;  // of the case, and of the shape
    double microseconds = 0;
    double against = 0;  // microseconds: the limit, or what the rival took
    std::string rival;   // "the solution", "cuBLAS"; empty: an estimate, beside its limit
    double least = 0;    // of a time: below it none can be
    double ratio() const { return microseconds > 0 ? against / microseconds : 0; }
    bool operator==(const Record&) const = default;
};

struct Attempt {
    double score = 0, max_score = 0;
    std::map<std::string, double> cases;  // by part and name: the share of its points
    std::map<std::string, double> work;   // estimated time over its limit, by what was estimated
    std::vector<Record> records;          // of an attempt whose values are all right

    bool is_full() const { return max_score > 0 && score >= max_score; }
};

struct Attempts {
    std::size_t count = 0;
    std::optional<Attempt> last;
    double best = 0;
    std::vector<double> shares;                // of the full marks, in the order of time
    std::map<std::string, double> least_work;  // of attempts with full marks
    std::vector<Record> records;               // of all of them, in the order of time
};

Attempt attempt_of(const score::LabResult& lab);

/// Of the lab, in the order of time. Lines that cannot be read are passed over.
Attempts attempts(const lab::Kit& kit, const std::string& slug);

/// Where nothing can be written, nothing is kept.
void keep(const lab::Kit& kit, const std::string& slug, const Attempt& attempt);

/// What changed since the last one: points, cases that now pass, cases that no longer do; empty
/// where nothing did.
std::string difference(const Attempt& last, const score::LabResult& now);

/// For who has all points: each estimate against its limit, and the least of one's own. Empty
/// where the lab estimates nothing.
std::string challenge(const Attempts& before, const score::LabResult& now);

}  // namespace grader::cli
