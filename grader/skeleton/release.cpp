// Decides what goes in; archive.hpp writes it.
#include "skeleton/release.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>

#include "skeleton/archive.hpp"
#include "skeleton/audience.hpp"
#include "skeleton/skeletons.hpp"

namespace grader::skeleton {
namespace {

namespace fs = std::filesystem;

constexpr const char* prefix = "gpu-matrix-vector-labs/";

// Of the root: folders walked, files copied where they are there.
constexpr const char* folders[] = {"common", "docs", "grader", "subprojects"};
constexpr const char* files[] = {"README.md",  "LICENSE",       "meson.build",  "meson_options.txt",
                                 ".gitignore", ".clang-format", ".editorconfig"};

// Folders that show solutions or hidden cases, or test the course by means of them.
constexpr const char* withheld[] = {"grader/suites/hidden", "grader/submissions",
                                    "grader/skeletons", "grader/tests"};

struct Packed {
    std::string content;
    bool executable = false;
};

using Contents = std::map<std::string, Packed>;  // by name in the kit: sorted

Packed read(const lab::Kit& kit, const fs::path& path) {
    const auto name = path.lexically_relative(kit.source).string();
    if (fs::is_symlink(path)) throw SkeletonError(fmt::format("{} is a link", name));
    std::ifstream in(path, std::ios::binary);
    if (!in) throw SkeletonError(fmt::format("cannot read {}", path.string()));
    std::string content(std::istreambuf_iterator<char>(in), {});
    if (path.extension() == ".md") content = for_students(content, name);
    const auto executable =
        (fs::status(path).permissions() & fs::perms::owner_exec) != fs::perms::none;
    return {std::move(content), executable};
}

bool is_withheld(const std::string& name) {
    return std::ranges::any_of(withheld, [&](const char* folder) { return name == folder; });
}

bool is_debris(const fs::path& path) {
    const auto name = path.filename().string();
    return name.starts_with('.') || name.ends_with('~');
}

void add_folder(const lab::Kit& kit, const fs::path& folder, Contents& contents) {
    for (const auto& entry : fs::directory_iterator(folder)) {
        const auto name = entry.path().lexically_relative(kit.source).string();
        if (is_withheld(name) || is_debris(entry.path()) || entry.path() == kit.build) continue;
        if (entry.is_directory() && !entry.is_symlink()) {
            add_folder(kit, entry.path(), contents);
        } else {
            contents[name] = read(kit, entry.path());
        }
    }
}

void add_lab(const lab::Kit& kit, const lab::Lab& lab, Contents& contents) {
    for (const auto& file : lab.files()) {
        if (std::ranges::count(lab.handed_in(), file)) continue;  // its skeleton follows
        const auto path = lab.folder / file;
        contents[path.lexically_relative(kit.source).string()] = read(kit, path);
    }
    if (fs::exists(lab.program_folder())) add_folder(kit, lab.program_folder(), contents);
}

/// The skeletons twice: where students edit them, and where `reset` finds them again.
void add_skeletons(const lab::Kit& kit, const lab::Lab& lab, Contents& contents) {
    const auto packed = packed_folder(kit, lab).lexically_relative(kit.source);
    for (const auto& skeleton : pristine(kit, lab)) {
        contents[skeleton.path.lexically_relative(kit.source).string()] = {skeleton.text, false};
        contents[(packed / skeleton.path.filename()).string()] = {skeleton.text, false};
    }
}

/// What a person might miss: files in labs/ that no lab declares.
std::vector<std::string> strays(const lab::Kit& kit, const Contents& contents) {
    std::vector<std::string> names;
    for (const auto& entry : fs::recursive_directory_iterator(kit.labs())) {
        const auto name = entry.path().lexically_relative(kit.source).string();
        if (!entry.is_directory() && !is_debris(entry.path()) && !contents.contains(name))
            names.push_back(name);
    }
    std::ranges::sort(names);
    return names;
}

Contents collect(const lab::Kit& kit) {
    Contents contents;
    for (const auto* file : files) {
        if (fs::exists(kit.source / file)) contents[file] = read(kit, kit.source / file);
    }
    for (const auto* folder : folders) {
        if (fs::exists(kit.source / folder)) add_folder(kit, kit.source / folder, contents);
    }
    for (const auto& slug : kit.slugs) {
        const auto lab = lab::load(kit.labs() / slug);
        add_lab(kit, lab, contents);
        add_skeletons(kit, lab, contents);
    }
    return contents;
}

}  // namespace

Released release(const lab::Kit& kit, const fs::path& file) {
    Archive archive(file);
    const auto contents = collect(kit);
    for (const auto& [name, packed] : contents) {
        archive.add(prefix + name, packed.content, packed.executable);
    }
    archive.finish();
    return {static_cast<int>(contents.size()), strays(kit, contents)};
}

}  // namespace grader::skeleton
