// `grade hint`. The number of hints that a student has seen is kept in the build folder. If it is
// lost, the hints start again.
#include "cli/hints.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <ostream>

#include "cli/attempts.hpp"
#include "cli/commands.hpp"
#include "lab/hints.hpp"
#include "whole_file.hpp"

namespace grader::cli {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> read_steps(const lab::Lab& lab) {
    const auto steps = lab::hint_steps(kit_io::read_whole(lab.folder / "HINTS.md").value_or(""));
    if (steps.empty()) throw lab::LabError(fmt::format("{} has no hints", lab.slug));
    return steps;
}

std::size_t seen_hints(const fs::path& file) {
    std::size_t seen = 0;
    std::ifstream(file) >> seen;
    return seen;
}

}  // namespace

fs::path progress_file(const lab::Kit& kit, const lab::Lab& lab) {
    // Tests grade as somebody who has asked for no hint, whatever this folder's user has asked for.
    const char* elsewhere = std::getenv("KIT_HINTS");
    return (elsewhere ? fs::path(elsewhere) : kit.build / "hints") / lab.slug;
}

std::vector<std::string> seen_headings(const lab::Kit& kit, const lab::Lab& lab) {
    auto steps = lab::hint_steps(kit_io::read_whole(lab.folder / "HINTS.md").value_or(""));
    steps.resize(std::min(steps.size(), seen_hints(progress_file(kit, lab))));
    for (std::string& step : steps) step.resize(std::min(step.size(), step.find('\n')));
    return steps;
}

ExitStatus hint(const lab::Kit& kit, const std::string& name, bool all, std::ostream& out) {
    const auto lab = kit.find(name);
    const auto steps = read_steps(lab);
    if (all) {
        for (const auto& step : steps) out << step << "\n\n";
        return full_marks;
    }
    if (attempts(kit, lab.slug).passed()) {
        out << fmt::format("{} has all of its points; `grade hint {} --all` shows the hints\n",
                           lab.slug, lab.number());
        return full_marks;
    }
    const auto file = progress_file(kit, lab);
    const auto next = std::min(seen_hints(file), steps.size() - 1);
    out << steps[next] << "\n\n" << fmt::format("({} of {}", next + 1, steps.size());
    out << (next + 1 < steps.size()
                ? "; the same command gives the next one)\n"
                : fmt::format("; this is the last one, `grade hint {} --all` shows them all)\n",
                              lab.number()));
    fs::create_directories(file.parent_path());
    std::ofstream(file) << next + 1 << '\n';
    return full_marks;
}

}  // namespace grader::cli
