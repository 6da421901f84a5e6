// Decides what is packed; archive.hpp writes it.
#include "skeleton/release.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "report/base64.hpp"
#include "skeleton/archive.hpp"
#include "skeleton/audience.hpp"
#include "skeleton/secrets.hpp"
#include "skeleton/skeletons.hpp"
#include "whole_file.hpp"

namespace grader::skeleton {
namespace {

namespace fs = std::filesystem;

constexpr const char* prefix = "gpu-matrix-vector-labs/";

// Only what is listed here is packed. Files in the root, if they exist.
constexpr const char* files[] = {"README.md",  "LICENSE",       "meson.build",  "meson_options.txt",
                                 ".gitignore", ".clang-format", ".editorconfig"};

/// The files of a folder with one of the extensions; with `deep`, also those of its subfolders.
struct Allowed {
    const char* folder;
    std::vector<std::string> endings;
    bool deep = false;
};

const Allowed allowed[] = {
    {"labs", {".build"}},
    {"common", {".cpp", ".hpp", ".build"}},
    {"common/kit", {".hpp", ".cuh", ".h"}},
    {"common/runner", {".cpp", ".hpp", ".cu", ".build"}},
    {"common/python", {"graded.py", "on_device.py", "plot_times.py", ".build"}},
    {"common/python/device", {".cpp", ".hpp", ".sh"}},
    {"common/python/pycuda", {".py", ".hpp"}},
    {"common/simulator", {".hpp", ".sh", ".build"}},
    {"common/simulator/include", {"", ".h", ".hpp", ".cuh", ".def", ".build"}, true},
    {"grader", {"grade", "grade-deps", "setup.sh", "help.txt", ".build"}},
    {"grader/help", {".txt"}},
    {"grader/book", {".py", ".sh"}},
    {"grader/book/_static", {".css"}},
    {".vscode", {".json"}},
    {".devcontainer", {".json"}},
    {"grader/cli", {".cpp", ".hpp", ".py", ".build"}},
    {"grader/sandbox/confine", {".cpp", ".hpp"}},
    {"grader/vet", {"header_words.py"}},
    {"grader/suites", {".build"}},  // and the suites of the labs that are released
    {"docs", {"README.md", "getting-started.md", "grading.md", "simulator.md"}},
};
constexpr const char* simulator_rooms[] = {"api",    "count",     "device", "exec",   "hooks",
                                           "host",   "libraries", "math",   "memory", "race",
                                           "report", "texture",   "trace",  "simcc"};
constexpr const char* rooms_in_rooms[] = {
    "api/calls",     "api/memory",  "api/streams",   "api/trials",      "race/findings",
    "race/order",    "race/shadow", "report/advice", "report/findings", "report/source",
    "simcc/machine", "simcc/ptx",   "simcc/tokens",  "simcc/translator"};
constexpr const char* grader_rooms[] = {"authoring",   "build",        "class",   "lab",
                                        "mutants",     "report",       "sandbox", "sanitizer",
                                        "score",       "skeleton",     "source",  "suite",
                                        "suite/calls", "suite/causes", "vet"};
const std::vector<std::string> sources{".cpp", ".hpp", ".in", ".sh", ".build"};

// So many consecutive tokens in common with a solution cannot be a coincidence: in a listing, which
// is removed, and in a file, which is an error.
constexpr std::size_t window_of_listings = 24, window_of_files = 40;

struct Packed {
    std::string content;
    bool executable = false;
};

using Contents = std::map<std::string, Packed>;  // by name in the kit, sorted

Packed read(const lab::Kit& kit, const fs::path& path) {
    const auto name = path.lexically_relative(kit.source).string();
    if (fs::is_symlink(path)) throw SkeletonError(fmt::format("{} is a link", name));
    auto content = kit_io::read_whole(path);
    if (!content) throw SkeletonError(fmt::format("cannot read {}", path.string()));
    if (path.extension() == ".md") content = for_students(*content, name);
    if (path.filename() == "meson.build") content = build_for_students(*content, name);
    const auto executable =
        (fs::status(path).permissions() & fs::perms::owner_exec) != fs::perms::none;
    return {std::move(*content), executable};
}

bool is_debris(const fs::path& path) {
    const auto name = path.filename().string();
    return name.starts_with('.') || name.ends_with('~');
}

/// By its extension or its whole name. Tests of the kit are not released.
bool is_allowed(const fs::path& path, const std::vector<std::string>& endings) {
    const auto name = path.filename().string();
    if (is_debris(path)) return false;
    return std::ranges::any_of(endings, [&](const std::string& ending) {
        return name == ending || path.extension() == ending;
    });
}

void add_folder(const lab::Kit& kit, const Allowed& rule, Contents& contents) {
    const auto folder = kit.source / rule.folder;
    if (!fs::exists(folder)) return;
    for (const auto& entry : fs::directory_iterator(folder)) {
        const auto name = entry.path().lexically_relative(kit.source).string();
        if (entry.is_directory() && rule.deep && entry.path().filename() != "tests")
            add_folder(kit, {name.c_str(), rule.endings, true}, contents);
        else if (!entry.is_directory() && is_allowed(entry.path(), rule.endings))
            contents[name] = read(kit, entry.path());
    }
}

/// Kernels that a lab's program shows beside the student's may be part of some lab's solution. They
/// are marked, and derived like skeletons.
void add_program(const lab::Kit& kit, const lab::Lab& lab, Contents& contents) {
    const auto folder = lab.program_folder().lexically_relative(kit.source).string();
    add_folder(kit, {folder.c_str(), {".cpp", ".hpp", ".cu", ".build"}}, contents);
    for (auto& [name, packed] : contents)
        if (name.starts_with(folder + "/") &&
            packed.content.find("BEGIN SOLUTION") != std::string::npos)
            packed.content = derive(packed.content, name);
}

void add_lab(const lab::Kit& kit, const lab::Lab& lab, Contents& contents) {
    for (const auto& file : lab.files()) {
        if (std::ranges::count(lab.handed_in(), file)) continue;  // its skeleton follows
        const auto path = lab.folder / file;
        contents[path.lexically_relative(kit.source).string()] = read(kit, path);
    }
    if (fs::exists(lab.program_folder())) add_program(kit, lab, contents);
    const auto suite = "grader/suites/" + lab.slug;
    add_folder(kit, {suite.c_str(), {".cpp", ".hpp", ".build"}}, contents);
    for (const auto& file : {kit.source / "grader/suites" / (lab.slug + ".cpp"),
                             kit.source / "docs/labs" / (lab.slug + ".md")})
        if (fs::exists(file))
            contents[file.lexically_relative(kit.source).string()] = read(kit, file);
}

/// Packs the skeletons twice: where students edit them, and where `reset` finds them.
void add_skeletons(const lab::Kit& kit, const lab::Lab& lab, Contents& contents) {
    const auto packed = packed_folder(kit, lab).lexically_relative(kit.source);
    for (const auto& skeleton : pristine(kit, lab)) {
        contents[skeleton.path.lexically_relative(kit.source).string()] = {skeleton.text, false};
        contents[(packed / skeleton.path.filename()).string()] = {skeleton.text, false};
    }
}

bool kit_has(const lab::Kit& kit, const std::string& slug) {
    return std::ranges::count(kit.slugs, slug) > 0;
}

/// Files that one might miss: files in labs/ that no lab declares.
std::vector<std::string> strays(const lab::Kit& kit, const Contents& contents) {
    std::vector<std::string> names;
    for (const auto& entry : fs::recursive_directory_iterator(kit.labs())) {
        const auto name = entry.path().lexically_relative(kit.source).string();
        const auto slug = entry.path().lexically_relative(kit.labs()).begin()->string();
        const bool released =
            contents.contains("labs/" + slug + "/lab.toml") || !kit_has(kit, slug);
        if (released && !entry.is_directory() && !is_debris(entry.path()) &&
            !contents.contains(name) && name.find("/program/") == name.npos &&
            name != "labs/" + slug + "/ANSWERS.md")  // packed under another name
            names.push_back(name);
    }
    std::ranges::sort(names);
    return names;
}

/// Keeps the rows of the lab table that are released.
void keep_rows(const lab::Kit& kit, const std::vector<lab::Lab>& labs, std::string& build) {
    for (const auto& slug : kit.slugs) {
        const auto row = "  '" + slug + "',\n";
        const auto at = build.find(row);
        if (at == build.npos) throw SkeletonError("meson.build has no row " + slug);
        if (!std::ranges::count(labs, slug, &lab::Lab::slug)) build.erase(at, row.size());
    }
}

bool is_picture(const fs::path& path) {
    return path.extension() == ".svg" || path.extension() == ".png";
}

/// Figures and charts shown on a released page.
void add_pictures(const lab::Kit& kit, Contents& contents) {
    std::string pages;
    for (const auto& [name, packed] : contents)
        if (name.ends_with(".md")) pages += packed.content;
    for (const char* room : {"docs/figures", "docs/results"}) {
        if (!fs::exists(kit.source / room)) continue;
        for (const auto& entry : fs::recursive_directory_iterator(kit.source / room)) {
            const auto name = entry.path().filename().string();
            if (entry.is_regular_file() && is_picture(name) && !is_debris(name) &&
                pages.find("/" + name) != pages.npos)
                contents[entry.path().lexically_relative(kit.source).string()] =
                    read(kit, entry.path());
        }
    }
}

/// Whether a file or folder with this name is released.
bool is_released(const Contents& contents, std::string name) {
    if (name.ends_with('/')) name.pop_back();
    const auto inside = contents.lower_bound(name + "/");
    return contents.contains(name) ||
           (inside != contents.end() && inside->first.starts_with(name + "/"));
}

void unlink_what_is_not_there(Contents& contents) {
    for (auto& [name, packed] : contents) {
        if (!name.ends_with(".md")) continue;
        const auto folder = fs::path(name).parent_path();
        packed.content = without_dead_links(packed.content, [&](const std::string& target) {
            return is_released(contents, (folder / target).lexically_normal().string());
        });
    }
}

/// The final check: whatever was packed, no solution may be in it.
void keep_secrets(const lab::Kit& kit, Contents& contents) {
    const Secrets listings(kit, window_of_listings), secrets(kit, window_of_files);
    for (auto& [name, packed] : contents) {
        if (name.ends_with(".md")) packed.content = listings.without_listings(packed.content);
        if (const auto leak = secrets.leak_in(packed.content))
            throw SkeletonError(fmt::format("{}:{} has what {} asks students to write", name,
                                            leak->line, leak->from));
    }
}

/// Students get the answers once they have passed the lab, so nobody must come upon them before.
void pack_answers(const lab::Kit& kit, const lab::Lab& lab, Contents& contents) {
    const auto plain =
        contents.extract((lab.folder / "ANSWERS.md").lexically_relative(kit.source).string());
    if (plain.empty()) return;
    const auto name = packed_answers(kit, lab).lexically_relative(kit.source).string();
    contents[name] = {report::to_base64(plain.mapped().content), false};
}

Contents collect(const lab::Kit& kit, const std::vector<lab::Lab>& labs) {
    Contents contents;
    for (const auto* file : files)
        if (fs::exists(kit.source / file)) contents[file] = read(kit, kit.source / file);
    for (const auto& rule : allowed) add_folder(kit, rule, contents);
    const auto add_simulator_room = [&](const char* room) {
        const auto folder = std::string("common/simulator/") + room;
        add_folder(kit, {folder.c_str(), sources}, contents);
    };
    for (const auto* room : simulator_rooms) add_simulator_room(room);
    for (const auto* room : rooms_in_rooms) add_simulator_room(room);
    for (const auto* room : grader_rooms) {
        const auto folder = std::string("grader/") + room;
        add_folder(kit, {folder.c_str(), sources}, contents);
    }
    for (const auto& lab : labs) {
        add_lab(kit, lab, contents);
        add_skeletons(kit, lab, contents);
    }
    add_pictures(kit, contents);
    if (labs.size() < kit.slugs.size()) keep_rows(kit, labs, contents["meson.build"].content);
    unlink_what_is_not_there(contents);
    keep_secrets(kit, contents);
    for (const auto& lab : labs) pack_answers(kit, lab, contents);
    return contents;
}

}  // namespace

Released release(const lab::Kit& kit, const std::vector<lab::Lab>& labs, const fs::path& file) {
    Archive archive(file);
    const auto contents = collect(kit, labs);
    for (const auto& [name, packed] : contents) {
        archive.add(prefix + name, packed.content, packed.executable);
    }
    archive.finish();
    return {static_cast<int>(contents.size()), strays(kit, contents)};
}

void bundle_for_gradescope(const lab::Kit& kit, const std::vector<lab::Lab>& labs,
                           const BundleSettings& settings, const fs::path& file) {
    if (file.extension() != ".zip")
        throw SkeletonError(fmt::format("{}: Gradescope takes a .zip", file.string()));
    Archive archive(file);
    auto contents = collect(kit, labs);
    std::string numbers;
    for (const auto& lab : labs) {
        numbers += (numbers.empty() ? "" : " ") + lab.number();
        const auto hidden = kit.source / "hidden" / (lab.slug + ".cpp");
        if (fs::exists(hidden))
            contents[hidden.lexically_relative(kit.source).string()] = read(kit, hidden);
    }
    for (const auto& [name, packed] : contents)
        archive.add(prefix + name, packed.content, packed.executable);
    for (const char* script : {"setup.sh", "run_autograder"})
        archive.add(script, read(kit, kit.source / "grader/platforms/gradescope" / script).content,
                    true);
    archive.add("settings.sh",
                fmt::format("LABS='{}'\nSEED={}\nHIDDEN={}\n", numbers, settings.seed,
                            score::name_of(settings.hidden)),
                false);
    archive.finish();
}

}  // namespace grader::skeleton
