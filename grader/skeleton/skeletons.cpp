// Reads and writes the files.
#include "skeleton/skeletons.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <optional>

#include "report/base64.hpp"
#include "whole_file.hpp"

namespace grader::skeleton {
namespace {

namespace fs = std::filesystem;

std::string read_or_throw(const lab::Kit& kit, const fs::path& path) {
    auto text = kit_io::read_whole(path);
    if (!text) {
        throw SkeletonError(
            fmt::format("{} is missing", path.lexically_relative(kit.source).string()));
    }
    return std::move(*text);
}

std::vector<Skeleton> all_drifted(const lab::Kit& kit, const lab::Lab& lab) {
    auto skeletons = pristine(kit, lab);
    std::erase_if(skeletons,
                  [](const Skeleton& s) { return kit_io::read_whole(s.path) == s.text; });
    return skeletons;
}

std::string name_in_kit(const lab::Kit& kit, const fs::path& path) {
    return path.lexically_relative(kit.source).string();
}

}  // namespace

fs::path packed_folder(const lab::Kit& kit, const lab::Lab& lab) {
    return kit.source / "grader" / "skeletons" / lab.slug;
}

fs::path packed_answers(const lab::Kit& kit, const lab::Lab& lab) {
    return packed_folder(kit, lab) / "answers.base64";
}

std::optional<std::string> answers_of(const lab::Kit& kit, const lab::Lab& lab) {
    if (auto plain = kit_io::read_whole(lab.folder / "ANSWERS.md")) return plain;
    const auto packed = kit_io::read_whole(packed_answers(kit, lab));
    return packed ? report::from_base64(*packed) : std::nullopt;
}

std::vector<Skeleton> pristine(const lab::Kit& kit, const lab::Lab& lab) {
    std::vector<Skeleton> skeletons;
    for (const auto& name : lab.handed_in()) {
        const auto path = kit.originals(lab.slug) / name;
        auto text = read_or_throw(kit, path);
        if (kit.has_solutions()) {
            const bool asks = std::ranges::count(lab.answers, name) > 0;
            text = asks ? without_answers(text) : derive(text, name_in_kit(kit, path));
        }
        skeletons.push_back({lab.folder / name, std::move(text)});
    }
    return skeletons;
}

std::vector<std::string> drifted(const lab::Kit& kit, const lab::Lab& lab) {
    std::vector<std::string> names;
    for (const auto& skeleton : all_drifted(kit, lab)) {
        names.push_back(name_in_kit(kit, skeleton.path));
    }
    return names;
}

std::vector<std::string> write(const lab::Kit& kit, const lab::Lab& lab) {
    std::vector<std::string> names;
    for (const auto& skeleton : all_drifted(kit, lab)) {
        std::ofstream out(skeleton.path, std::ios::binary);
        out << skeleton.text;
        out.flush();
        if (!out) throw SkeletonError(fmt::format("cannot write {}", skeleton.path.string()));
        names.push_back(name_in_kit(kit, skeleton.path));
    }
    return names;
}

}  // namespace grader::skeleton
