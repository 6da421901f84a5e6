// Which graded cases exist, with their part and points: filled by GRADED before main, read by the
// run of a suite and by whoever adds up a lab's maximum. Leaves running them to doctest.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace grader::suite {

enum class Part { correct, safe, fast };

std::string_view name_of(Part part);

struct Registration {
    Registration(const char* lab, Part part, const char* name, double points);

    std::string lab;
    Part part;
    std::string name;
    double points;

    /// "rung 2" of "rung 2: shuffles"; empty where the name has no colon.
    std::string rung() const;
    /// The doctest name: "fast/rung 2: shuffles".
    std::string case_name() const;
};

/// In the order of definition.
std::vector<const Registration*> cases_of(std::string_view lab);

}  // namespace grader::suite
