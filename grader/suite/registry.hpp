// The graded cases, with their parts and points. GRADED fills the registry before main. grade.hpp
// runs the cases.
#pragma once

#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "score/part.hpp"
#include "score/points.hpp"

namespace grader::suite {

using score::Part;

/// values: judged by outputs and records on the simulator; if there is a device, correct cases are
/// judged on it as well. timing: needs a device, and does not exist without one.
enum class Needs { values, timing };

/// hidden: only in the instructor's kit. A part with hidden cases keeps its points, which are then
/// shared among all of its cases in proportion.
enum class Seen { by_all, hidden };

struct Registration {
    using Body = void (*)();
    Registration(const char* lab, Part part, const char* name, double points, Body body,
                 Needs needs = Needs::values, Seen seen = Seen::by_all);

    std::string lab;
    Part part;
    std::string name;
    double points;
    Body body;
    Needs needs;
    Seen seen;

    /// "rung 2" for "rung 2: shuffles"; empty if the name has no colon.
    std::string rung() const;
    /// Whether the case's name contains the function's name as a word.
    bool names(std::string_view function) const;
    bool is_about_counts() const { return part == Part::fast || part == Part::predict; }
};

/// In the order of definition, including those that exist only with a device.
std::vector<const Registration*> cases_of(std::string_view lab);

/// In the order of definition. Only one empty name if some case belongs to no rung, since it
/// depends on the cases of all.
std::vector<std::string> rungs_of(std::string_view lab);

/// The cases whose names contain `words`, ignoring case, and those on which they depend: earlier
/// parts of the same rung, or of all rungs for a case without a rung. Empty if no name contains the
/// words.
std::set<const Registration*> cases_named(std::string_view lab, std::string_view words);

/// The points of each case of the lab. `declared`: what the rungs are worth, divided in proportion
/// to the cases' own numbers; if empty, these numbers are the points. The full marks of a lab are
/// the same everywhere. If times are compared (`timed`), the timed cases get half of the points of
/// the part `fast`, in proportion to their own numbers; the other fast cases keep the other half.
/// Otherwise timed cases do not exist, and have no points.
/// Throws std::runtime_error if `declared` lacks a rung or part with cases, or names another one.
std::map<const Registration*, double> points_of(std::string_view lab, bool timed,
                                                const score::RungPoints& declared = {});

double full_marks(std::string_view lab);

/// A line for each suite whose LAB_SUITE names none of `labs`: otherwise its cases would be
/// ignored.
std::vector<std::string> suites_of_no_lab(std::span<const std::string> labs);

}  // namespace grader::suite
