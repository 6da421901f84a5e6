#include "cli/hunts.hpp"

#include <algorithm>

#include "cli/hints.hpp"
#include "skeleton/skeletons.hpp"
#include "source/todos.hpp"
#include "whole_file.hpp"

namespace grader::cli {

std::vector<std::string> open_hunts(const lab::Kit& kit, const lab::Lab& lab,
                                    const std::filesystem::path& submission) {
    if (lab.hunts.empty()) return {};
    const auto headings = seen_headings(kit, lab);
    const auto handed_out = skeleton::pristine(kit, lab);
    std::vector<std::string> open;
    for (const auto& [function, words] : lab.hunts) {
        const bool hint_is_seen = std::ranges::any_of(
            headings, [&](const auto& heading) { return heading.find(words) != heading.npos; });
        const bool stands = std::ranges::any_of(handed_out, [&](const auto& file) {
            const auto now = kit_io::read_whole(submission / file.path.filename());
            return now && source::is_untouched(function, file.text, *now);
        });
        if (stands && !hint_is_seen) open.push_back(function);
    }
    return open;
}

}  // namespace grader::cli
