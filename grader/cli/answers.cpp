// `grade answers`: answers to the questions of a chapter, for labs that have been passed.
#include <fmt/format.h>

#include <ostream>

#include "cli/attempts.hpp"
#include "cli/commands.hpp"
#include "skeleton/skeletons.hpp"

namespace grader::cli {

ExitStatus answers(const lab::Kit& kit, const std::string& name, std::ostream& out) {
    const auto lab = kit.find(name);
    const auto all = skeleton::answers_of(kit, lab);
    if (!all) throw lab::LabError(fmt::format("{}: its chapter asks no questions", lab.slug));
    const auto so_far = attempts(kit, lab.slug);
    if (!so_far.passed() && !kit.has_solutions())
        throw lab::LabError(
            fmt::format("{} has {} of its points so far: answers come with the last one", lab.slug,
                        so_far.best));
    out << *all;
    return full_marks;
}

}  // namespace grader::cli
