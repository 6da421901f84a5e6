#include "tests/synthetic/parts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "authoring/submissions.hpp"
#include "build/stage.hpp"
#include "skeleton/skeletons.hpp"

namespace synthetic {
namespace {

namespace fs = std::filesystem;
using namespace grader;
using Faults = std::vector<std::string>;

fs::path corpus_of(const lab::Kit& kit, const lab::Lab& lab) {
    return kit.source / "grader/submissions" / lab.slug;
}

Part read_part(const lab::Lab& lab, Kind kind, const std::string& name, const fs::path& folder) {
    Part part{lab.slug, kind, name, {}, {}};
    for (const auto& file : lab.handed_in())
        if (fs::exists(folder / file))
            part.files.push_back({file, build::read_file(folder / file)});
    return part;
}

Part skeleton_of(const lab::Kit& kit, const lab::Lab& lab) {
    Part part{lab.slug, Kind::skeleton, "skeleton", {}, {}};
    for (auto& skeleton : skeleton::pristine(kit, lab))
        part.files.push_back({skeleton.path.filename().string(), std::move(skeleton.text)});
    return part;
}

void add_listed(const lab::Kit& kit, const lab::Lab& lab, Kind kind, const std::string& file,
                std::vector<Part>& parts) {
    const auto list = corpus_of(kit, lab) / file;
    if (!fs::exists(list)) return;
    for (auto& one : mutants::wrong_submissions(list, lab)) {
        const build::Stage stage(kit.build / "synthetic");
        lay(one, list, lab, kit.solutions() / lab.slug, stage.root());
        parts.push_back(read_part(lab, kind, one.name, stage.root()));
        parts.back().announced = std::move(one);
    }
}

Faults refused_for(const score::LabResult& result, const std::string& reason) {
    if (result.status == score::LabStatus::graded) return {"it is not refused"};
    if (result.reason.find(reason) != std::string::npos) return {};
    return {fmt::format("it is refused for '{}', not for '{}'", result.reason, reason)};
}

Faults faults_of_attempt(const mutants::WrongSubmission& hostile, const score::LabResult& result) {
    if (!hostile.says.empty()) return refused_for(result, hostile.says);
    double points = 0;
    for (const auto& part : result.parts)
        for (const auto& one : part.cases)
            if (one.name.find(hostile.cases) != std::string::npos) points += one.score;
    if (points <= hostile.most.value_or(0)) return {};
    return {fmt::format("it gets {} points, {} more than it is worth", points,
                        points - hostile.most.value_or(0))};
}

}  // namespace

const char* name_of(Kind kind) {
    switch (kind) {
        case Kind::solution:
            return "solutions";
        case Kind::skeleton:
            return "skeletons";
        case Kind::right:
            return "right in another style";
        case Kind::wrong:
            return "wrong";
        case Kind::hostile:
            return "attempts at marks";
    }
    return "";
}

std::vector<Part> parts_of(const lab::Kit& kit, const lab::Lab& lab) {
    std::vector<Part> parts{
        read_part(lab, Kind::solution, "solution", kit.solutions() / lab.slug),
        skeleton_of(kit, lab),
    };
    std::vector<fs::path> right;
    for (const auto& entry : fs::directory_iterator(corpus_of(kit, lab) / "right"))
        right.push_back(entry.path());
    std::ranges::sort(right);
    for (const auto& folder : right)
        parts.push_back(read_part(lab, Kind::right, folder.filename().string(), folder));
    add_listed(kit, lab, Kind::wrong, "wrong.toml", parts);
    add_listed(kit, lab, Kind::hostile, "hostile.toml", parts);
    return parts;
}

Faults faults_of(const Part& part, const score::LabResult& result) {
    switch (part.kind) {
        case Kind::solution:
        case Kind::right:
            return authoring::faults_of_right(result);
        case Kind::skeleton:
            return result.score == 0 ? Faults{} : Faults{"a skeleton gets points"};
        case Kind::wrong:
            return part.announced.refused.empty() ? authoring::faults_of(part.announced, result)
                                                  : refused_for(result, part.announced.refused);
        case Kind::hostile:
            return faults_of_attempt(part.announced, result);
    }
    return {};
}

}  // namespace synthetic
