#include "tests/synthetic/parts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>

#include "authoring/submissions.hpp"
#include "build/build.hpp"
#include "build/stage.hpp"
#include "mutants/equivalents.hpp"
#include "mutants/mutants.hpp"
#include "mutants/same_code.hpp"
#include "skeleton/skeletons.hpp"

namespace synthetic {
namespace {

namespace fs = std::filesystem;
using namespace grader;
using Faults = std::vector<std::string>;

Part read_part(const lab::Lab& lab, Kind kind, const std::string& name, const fs::path& folder) {
    Part part{lab.slug, kind, name, {}};
    for (const auto& file : lab.handed_in())
        if (fs::exists(folder / file))
            part.files.push_back({file, build::read_file(folder / file)});
    return part;
}

Part skeleton_of(const lab::Kit& kit, const lab::Lab& lab) {
    Part part{lab.slug, Kind::skeleton, "skeleton", {}};
    for (auto& skeleton : skeleton::pristine(kit, lab))
        part.files.push_back({skeleton.path.filename().string(), std::move(skeleton.text)});
    return part;
}

void add_listed(const lab::Kit& kit, const lab::Lab& lab, Kind kind, const std::string& file,
                std::vector<Part>& parts) {
    if (!fs::exists(kit.submissions() / lab.slug / file)) return;
    mutants::for_each_laid(kit, lab, file,
                           [&](const mutants::KeptSubmission& one, const fs::path& files) {
                               parts.push_back(read_part(lab, kind, one.name, files));
                               parts.back().announced = one;
                           });
}

void add_mutants(const lab::Kit& kit, const lab::Lab& lab, std::vector<Part>& parts) {
    constexpr std::size_t count = 24;
    const auto solution = kit.solutions() / lab.slug;
    std::vector<mutants::Mutant> all;
    for (const auto& file : lab.editable)
        std::ranges::move(mutants::mutants_of(build::read_file(solution / file), file),
                          std::back_inserter(all));
    const mutants::Equivalents equivalents(kit.submissions() / lab.slug / "equivalent.toml", all);
    for (const auto& mutant : mutants::draw(all, count, 1)) {
        Part part =
            read_part(lab, Kind::mutant,
                      fmt::format("{}, line {}", mutant.operator_name, mutant.line), solution);
        for (auto& file : part.files)
            if (file.path == mutant.file) file.content = mutant.text;
        if (const auto* const entry = equivalents.entry_of(mutant))
            part.is_equivalent = entry->any ? std::nullopt : std::optional(true);
        parts.push_back(std::move(part));
    }
}

/// Whether the compiler makes the same program of it as of the solution.
bool has_the_solutions_code(const Part& part) {
    const auto kit = lab::this_kit();
    const auto lab = kit.find(part.lab);
    const build::Stage stage(kit.build / "synthetic");
    for (const auto& file : part.files) build::write_file(stage.root() / file.path, file.content);
    const auto program = [&](const fs::path& folder) {
        return build::build_submission(kit, lab, folder, build::Backend::sim,
                                       sandbox::Sandbox::best(true))
            .program;
    };
    return mutants::same_code(program(stage.root()), program(kit.solutions() / lab.slug));
}

/// A mistake costs marks, whatever it is. A mutant that is right must not lose any.
Faults faults_of_mutant(const Part& part, const score::LabResult& result) {
    const bool is_full =
        result.status == score::LabStatus::graded && result.score == result.max_score;
    if (!part.is_equivalent || is_full == *part.is_equivalent) return {};
    if (!is_full) return {"it is listed as equivalent, and loses marks"};
    if (has_the_solutions_code(part)) return {};
    return {"it gets full marks"};
}

Faults refused_for(const score::LabResult& result, const std::string& reason) {
    if (result.status == score::LabStatus::graded) return {"it is not refused"};
    if (result.reason.find(reason) != std::string::npos) return {};
    return {fmt::format("it is refused for '{}', not for '{}'", result.reason, reason)};
}

Faults faults_of_attempt(const mutants::KeptSubmission& hostile, const score::LabResult& result) {
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
        case Kind::idle:
            return "right values without the lab's work";
        case Kind::hostile:
            return "attempts at marks";
        case Kind::mutant:
            return "mutants of the solution";
    }
    return "";
}

std::vector<Part> parts_of(const lab::Kit& kit, const lab::Lab& lab) {
    std::vector<Part> parts{
        read_part(lab, Kind::solution, "solution", kit.solutions() / lab.slug),
        skeleton_of(kit, lab),
    };
    add_listed(kit, lab, Kind::right, "right.toml", parts);
    add_listed(kit, lab, Kind::wrong, "wrong.toml", parts);
    add_listed(kit, lab, Kind::idle, "idle.toml", parts);
    add_listed(kit, lab, Kind::hostile, "hostile.toml", parts);
    add_mutants(kit, lab, parts);
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
        case Kind::idle:
        case Kind::hostile:
            return faults_of_attempt(part.announced, result);
        case Kind::mutant:
            return faults_of_mutant(part, result);
    }
    return {};
}

}  // namespace synthetic
