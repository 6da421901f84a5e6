#include "tests/synthetic/drawn_class.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <random>

#include "build/stage.hpp"
#include "json_text.hpp"
#include "report/json.hpp"
#include "tests/synthetic/layouts.hpp"

namespace synthetic {
namespace {

namespace fs = std::filesystem;

/// Parts of the requested kinds, drawn by the seed; the kinds take turns, so that a small class has
/// some of each.
std::vector<Part> shuffled_parts(const grader::lab::Kit& kit, const grader::lab::Lab& lab,
                                 const Drawn& drawn) {
    auto parts = parts_of(kit, lab);
    std::erase_if(parts,
                  [&](const Part& part) { return !std::ranges::count(drawn.kinds, part.kind); });
    std::mt19937_64 chance(drawn.seed);
    std::ranges::shuffle(parts, chance);
    std::map<Kind, int> before;  // of the same kind
    std::vector<std::pair<int, std::size_t>> turns;
    for (std::size_t i = 0; i < parts.size(); ++i) turns.emplace_back(before[parts[i].kind]++, i);
    std::ranges::sort(turns);
    std::vector<Part> in_turn;
    for (const auto& [turn, i] : turns) in_turn.push_back(std::move(parts[i]));
    return in_turn;
}

}  // namespace

Class::Class(const grader::lab::Kit& kit, const Drawn& drawn, const fs::path& folder) {
    fs::create_directories(folder);
    for (const auto& lab : kit.find_all(drawn.labs))
        labs_.push_back(shuffled_parts(kit, lab, drawn));
    std::size_t students = static_cast<std::size_t>(drawn.students);
    if (drawn.everything) students = std::ranges::max(labs_, {}, &std::vector<Part>::size).size();
    for (std::size_t i = 0; i < students; ++i) {
        std::vector<const Part*> parts;
        for (const auto& all : labs_) {
            if (all.empty() || (drawn.everything && i >= all.size())) continue;
            parts.push_back(&all[i % all.size()]);
        }
        const int number = static_cast<int>(i) + 1;
        const auto student = lay_out(number, static_cast<int>(i) % layouts, parts, folder);
        for (const auto* part : parts) handed_in_[student][part->lab] = part;
        submissions_ += parts.size();
    }
    broken_ = lay_out_broken(folder);
    nothing_ = lay_out_nothing(folder);
}

std::string Class::fault_of(const std::string& student, const std::string& lab,
                            const std::string& outcome) const {
    std::string expected = "not_submitted";
    if (student == broken_) expected = "refused";
    return outcome == expected ? "" : fmt::format("{} {}: {}", student, lab, outcome);
}

std::map<Kind, Tally> Class::hold(const fs::path& file) const {
    std::map<Kind, Tally> tallies;
    std::size_t found = 0;
    const auto marks = json_text::parse(grader::build::read_file(file));
    for (const auto& mark : marks.at("marks")) {
        const auto student = mark.at("student").get<std::string>();
        const auto lab = mark.at("lab").get<std::string>();
        const auto outcome = mark.at("outcome").get<std::string>();
        const auto known = handed_in_.find(student);
        const bool is_known = known != handed_in_.end() && known->second.contains(lab);
        if (!is_known) {
            if (const auto fault = fault_of(student, lab, outcome); !fault.empty())
                tallies[Kind::solution].faults.push_back(fault);
            continue;
        }
        ++found;
        const Part& part = *known->second.at(lab);
        auto& tally = tallies[part.kind];
        ++tally.marks;
        const auto faults =
            mark.contains("result")
                ? faults_of(part,
                            grader::report::from_line(json_text::write(mark.at("result"), -1)))
                : std::vector<std::string>{outcome};
        if (!faults.empty())
            tally.faults.push_back(
                fmt::format("{} {} ({}): {}", student, lab, part.name, fmt::join(faults, "; ")));
    }
    if (found != submissions_)
        tallies[Kind::solution].faults.push_back(
            fmt::format("{} of {} submissions have no mark", submissions_ - found, submissions_));
    return tallies;
}

}  // namespace synthetic
