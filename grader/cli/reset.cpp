// `grade reset`: restores the skeleton and starts the hints again, without losing anything.
#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <ostream>

#include "cli/commands.hpp"
#include "cli/hints.hpp"
#include "skeleton/skeletons.hpp"

namespace grader::cli {
namespace {

namespace fs = std::filesystem;

/// The first unused name among x.cu.1, x.cu.2, …
fs::path free_name_beside(const fs::path& path) {
    for (int number = 1;; ++number) {
        auto candidate = path;
        candidate += fmt::format(".{}", number);
        if (!fs::exists(fs::symlink_status(candidate))) return candidate;
    }
}

}  // namespace

ExitStatus reset(const lab::Kit& kit, const std::string& name, std::ostream& out) {
    const auto lab = kit.find(name);
    const auto stale = skeleton::drifted(kit, lab);
    for (const auto& path : stale) {
        if (!fs::exists(kit.source / path)) continue;
        const auto kept = free_name_beside(kit.source / path);
        fs::rename(kit.source / path, kept);
        const auto asks = std::ranges::count(lab.answers, fs::path(path).filename().string()) > 0;
        out << fmt::format("kept your {} as {}\n", asks ? "answers" : "file",
                           kept.lexically_relative(kit.source).string());
    }
    for (const auto& path : skeleton::write(kit, lab)) out << "wrote " << path << '\n';
    fs::remove(progress_file(kit, lab));
    if (stale.empty()) out << lab.slug << " is untouched; there is nothing to reset\n";
    return full_marks;
}

}  // namespace grader::cli
