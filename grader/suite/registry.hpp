// Which graded cases exist, with their part and points: filled by GRADED before main, read by the
// run of a suite and by whoever adds up a lab's maximum. Leaves running them to grade.hpp.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "score/part.hpp"

namespace grader::suite {

using score::Part;

/// values: judged from outputs and records on the simulator; correct cases are judged on the device
/// as well where there is one. timing: needs a device, and does not exist without one.
enum class Needs { values, timing };

/// hidden: only in the instructor's kit. With such cases a part is worth what it is without them,
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

    /// "rung 2" of "rung 2: shuffles"; empty where the name has no colon.
    std::string rung() const;
    /// Whether its name has this function's, as a word.
    bool names(std::string_view function) const;
    bool is_about_counts() const { return part == Part::fast || part == Part::predict; }
};

/// In the order of definition, those that exist only with a device included.
std::vector<const Registration*> cases_of(std::string_view lab);

/// In the order of definition. A single empty name where some case belongs to no rung: it depends
/// on the cases of all.
std::vector<std::string> rungs_of(std::string_view lab);

/// Those whose names contain `words`, capital or not, and what the gate asks about before them: the
/// cases of earlier parts on the same rung, or of all rungs where a case has none. Empty where no
/// name contains them.
std::set<const Registration*> cases_named(std::string_view lab, std::string_view words);

/// What each case of the lab is worth. A lab has the same full marks everywhere: where times are
/// compared (`timed`), they are worth half of the part `fast`, which its timed cases share in
/// proportion to their own numbers; its other cases keep the other half. Elsewhere a timed case is
/// worth nothing, since it does not exist.
std::map<const Registration*, double> points_of(std::string_view lab, bool timed);

double full_marks(std::string_view lab);

}  // namespace grader::suite
