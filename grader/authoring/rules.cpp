#include "authoring/rules.hpp"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <sstream>

#include "lab/hints.hpp"
#include "mutants/kept_submissions.hpp"
#include "number_of.hpp"
#include "report/text.hpp"
#include "skeleton/skeletons.hpp"
#include "source/todos.hpp"
#include "whole_file.hpp"

namespace grader::authoring {
namespace {

namespace fs = std::filesystem;
using Faults = std::vector<std::string>;

// The vetting allows the same headers in every lab.
constexpr const char* headers_line =
    "**Headers** `lab.hpp`, the kit's, C++'s but for threads and files, and CUDA's: "
    "[the list](../../docs/grading.md#headers)";
constexpr const char* headers_line_of_python =
    "**Headers** in the CUDA text, C++'s but for threads and files, and CUDA's: "
    "[the list](../../docs/grading.md#headers)";

std::string text_of(const fs::path& file) {
    return kit_io::read_whole(file).value_or("");
}

Faults missing_files(const lab::Kit& kit, const lab::Lab& lab) {
    Faults faults;
    std::vector<fs::path> needed{kit.source / "grader/suites" / (lab.slug + ".cpp"),
                                 kit.source / "docs/labs" / (lab.slug + ".md"),
                                 kit.submissions() / lab.slug / "wrong.toml"};
    for (const auto& name : lab.files()) needed.push_back(lab.folder / name);
    for (const auto& file : needed)
        if (!fs::exists(file))
            faults.push_back(file.lexically_relative(kit.source).string() + " is missing");
    return faults;
}

Faults undeclared(const lab::Lab& lab) {
    Faults faults;
    if (lab.objectives.empty()) faults.push_back("lab.toml has no objectives");
    if (!(lab.hours > 0)) faults.push_back("lab.toml does not say how many hours it takes");
    if (lab.points.empty())
        faults.push_back("lab.toml does not say what the rungs are worth: [points]");
    return faults;
}

// A hunt needs something that is left to find, and a hint.
Faults no_hunts(const lab::Lab& lab) {
    const auto steps = lab::hint_steps(text_of(lab.folder / "HINTS.md"));
    Faults faults;
    for (const auto& [function, words] : lab.hunts) {
        if (std::ranges::none_of(lab.editable, [&](const std::string& file) {
                const auto source = text_of(lab.folder / file);
                return source::is_untouched(function, source, source);
            }))
            faults.push_back(fmt::format("lab.toml: no TODO is left in the hunt {}", function));
        if (std::ranges::none_of(steps, [&](const std::string& step) {
                return step.substr(0, step.find('\n')).find(words) != step.npos;
            }))
            faults.push_back(fmt::format("HINTS.md has no heading with \"{}\", the words of {}",
                                         words, function));
    }
    return faults;
}

Faults later_labs(const lab::Kit& kit, const lab::Lab& lab) {
    Faults faults;
    auto others = lab.prerequisites;
    for (const auto& [option, slug] : lab.also) others.push_back(slug);
    for (const auto& slug : others) {
        if (!std::ranges::count(kit.slugs, slug)) faults.push_back("there is no lab " + slug);
        if (slug >= lab.slug) faults.push_back(slug + " does not come before it");
    }
    return faults;
}

Faults unsaid(const lab::Lab& lab) {
    const auto sheet = text_of(lab.folder / "README.md");
    const std::pair<std::string, std::string> needed[] = {
        {"say which headers may be included: ", lab.python ? headers_line_of_python : headers_line},
        {"state the range of every size: ", "**Sizes** "},
        {"lead to its chapter: ", fmt::format("](../../docs/labs/{}.md)", lab.slug)},
        {"say how many hours it takes: ", fmt::format("**Hours** {:g}", lab.hours)},
        {"tell of its hints: ", fmt::format("./grader/grade hint {}", lab.number())}};
    Faults faults;
    for (const auto& [what, words] : needed)
        if (sheet.find(words) == std::string::npos)
            faults.push_back(fmt::format("README.md does not {}{}", what, words));
    return faults;
}

Faults few_hints(const lab::Lab& lab) {
    const auto count = lab::hint_steps(text_of(lab.folder / "HINTS.md")).size();
    if (count >= fewest_hints) return {};
    return {fmt::format("HINTS.md has {} under a '##' of its own; {} are needed",
                        words::number_of(count, "hint"), fewest_hints)};
}

/// The number of lines that begin like "3. ", from the line `heading` up to the next heading.
int numbered_below(const fs::path& page, const std::string& heading) {
    std::istringstream in(text_of(page));
    int count = 0;
    bool inside = false;
    for (std::string line; std::getline(in, line);) {
        if (line.starts_with('#')) inside = line.starts_with(heading);
        const auto digits = line.find_first_not_of("0123456789");
        count += inside && digits != 0 && digits != line.npos &&
                 std::string_view(line).substr(digits).starts_with(". ");
    }
    return count;
}

Faults unanswered(const lab::Kit& kit, const lab::Lab& lab) {
    const auto asked =
        numbered_below(kit.source / "docs/labs" / (lab.slug + ".md"), "## Questions");
    const auto answered = numbered_below(lab.folder / "ANSWERS.md", "# Answers");
    if (asked == answered) return {};
    return {
        fmt::format("the chapter asks {} questions, and ANSWERS.md answers {}", asked, answered)};
}

Faults drifted(const lab::Kit& kit, const lab::Lab& lab) {
    Faults faults;
    try {
        for (const auto& file : skeleton::drifted(kit, lab))
            faults.push_back(file +
                             " is not what the solution gives: ./grader/grade skeletons --write");
    } catch (const skeleton::SkeletonError& error) {
        faults.push_back(error.what());
    }
    return faults;
}

Faults given_answers(const lab::Lab& lab) {
    Faults faults;
    for (const auto& name : lab.answers) {
        std::istringstream in(text_of(lab.folder / name));
        int number = 0;
        for (std::string line; std::getline(in, line);) {
            ++number;
            if (!line.empty() && std::isalpha(static_cast<unsigned char>(line[0])) &&
                !line.ends_with(" = \"\""))
                faults.push_back(fmt::format("{}:{} gives an answer", name, number));
        }
    }
    return faults;
}

Faults strange_solutions(const lab::Kit& kit, const lab::Lab& lab) {
    Faults faults;
    const auto folder = kit.solutions() / lab.slug;
    const auto names = lab.handed_in();
    std::set<std::string> expected(names.begin(), names.end()), there;
    if (fs::is_directory(folder))
        for (const auto& entry : fs::recursive_directory_iterator(folder))
            if (entry.is_regular_file())
                there.insert(entry.path().lexically_relative(folder).string());
    for (const auto& name : expected)
        if (!there.contains(name)) faults.push_back("the solution has no " + name);
    for (const auto& name : there)
        if (!expected.contains(name))
            faults.push_back("the solution has " + name + ", which no student hands in");
    return faults;
}

Faults faults_of_submissions(const lab::Kit& kit, const lab::Lab& lab) {
    const auto folder = kit.submissions() / lab.slug;
    Faults faults;
    for (const auto& [name, fewest] :
         {std::pair<const char*, std::size_t>{"wrong.toml", fewest_wrong},
          {"right.toml", fewest_right},
          {"idle.toml", 0},
          {"hostile.toml", 0}}) {
        if (fewest == 0 && !fs::exists(folder / name)) continue;
        try {
            std::size_t count = 0;
            mutants::for_each_laid(kit, lab, name, [&](const auto&, const auto&) { ++count; });
            if (count < fewest)
                faults.push_back(fmt::format("{} has {}; {} are needed", name,
                                             words::number_of(count, "submission"), fewest));
        } catch (const mutants::KeptSubmissionError& error) {
            faults.push_back(error.what());
        }
    }
    if (!lab.limits.empty() && !fs::exists(folder / "idle.toml"))
        faults.push_back("its work is judged, and no idle.toml has right values without that work");
    return faults;
}

/// Points by rung ("rung 1", "first hunt") and by part.
using Points = std::map<std::string, std::map<std::string, double>>;

Points points_of(const score::LabResult& result) {
    Points points;
    for (const auto& part : result.parts)
        for (const auto& one : part.cases)
            points[one.name.substr(0, one.name.find(':'))][part.name()] += one.max_score;
    return points;
}

std::vector<std::string> cells_of(const std::string& line) {
    std::vector<std::string> cells;
    std::istringstream in(line.substr(1));
    for (std::string cell; std::getline(in, cell, '|');) {
        const auto begin = cell.find_first_not_of(' ');
        cells.push_back(
            begin == cell.npos ? "" : cell.substr(begin, cell.find_last_not_of(' ') - begin + 1));
    }
    return cells;
}

/// The same from the table in the task sheet, which begins with "| points |".
Points points_of_sheet(const fs::path& sheet) {
    Points points;
    std::vector<std::string> parts;
    std::istringstream in(text_of(sheet));
    for (std::string line; std::getline(in, line);) {
        if (line.starts_with("| points |")) {
            parts = cells_of(line);
        } else if (!parts.empty() && !line.starts_with("|")) {
            break;
        } else if (!parts.empty() && !line.starts_with("|-")) {
            const auto cells = cells_of(line);
            for (std::size_t i = 1; i < std::min(cells.size(), parts.size()); ++i)
                if (!cells[i].empty())
                    points[cells[0]][parts[i]] = std::strtod(cells[i].c_str(), nullptr);
        }
    }
    return points;
}

Faults sheet_differs(const lab::Lab& lab, const score::LabResult& solution) {
    auto sheet = points_of_sheet(lab.folder / "README.md");
    auto suite = points_of(solution);
    if (sheet.empty()) return {"README.md has no table that begins with '| points |'"};
    std::set<std::string> rungs;
    for (const auto* points : {&sheet, &suite})
        for (const auto& [rung, parts] : *points) rungs.insert(rung);
    Faults faults;
    for (const auto& rung : rungs)
        for (const score::Part one : score::parts) {
            const std::string part(score::name_of(one));
            if (sheet[rung][part] != suite[rung][part])
                faults.push_back(fmt::format("{}, {}: README.md gives {} points, lab.toml {}", rung,
                                             part, sheet[rung][part], suite[rung][part]));
        }
    return faults;
}

Faults without_full_marks(const score::LabResult& solution) {
    if (solution.status != score::LabStatus::graded)
        return {"the solution is not gradable: " + solution.reason};
    Faults faults;
    for (const auto& part : solution.parts)
        for (const auto& one : part.cases)
            if (one.score < one.max_score)
                faults.push_back(fmt::format("{}: {} gets {} of {}: {}", part.name(), one.name,
                                             report::points(one.score),
                                             report::points(one.max_score), one.message.first()));
    return faults;
}

Faults other_than_100(const score::LabResult& solution) {
    if (solution.max_score == 100) return {};
    if (solution.max_score == 0)
        return {
            fmt::format("no case is the lab's: is grader/suites/{0}.cpp there, and does it say "
                        "LAB_SUITE(\"{0}\")?",
                        solution.lab)};
    return {fmt::format("the suite's points add up to {}, not to 100", solution.max_score)};
}

}  // namespace

std::vector<Rule> rules_of_files(const lab::Kit& kit, const lab::Lab& lab) {
    return {
        {"every file that a lab needs is there", missing_files(kit, lab)},
        {"lab.toml has objectives, hours and points", undeclared(lab)},
        {"a hunt has something to find, and a hint", no_hunts(lab)},
        {"a lab stands on labs before it only", later_labs(kit, lab)},
        {"the task sheet says headers and hours, and leads to chapter and hints", unsaid(lab)},
        {"there are hints in at least three steps", few_hints(lab)},
        {"each of the chapter's questions has an answer", unanswered(kit, lab)},
        {"no skeleton has drifted from its solution", drifted(kit, lab)},
        {"no answer stands in the file that asks for it", given_answers(lab)},
        {"solutions hold what a student hands in and nothing else", strange_solutions(kit, lab)},
        {"there are enough wrong and right submissions, and all can be written out",
         faults_of_submissions(kit, lab)}};
}

std::vector<Rule> rules_of_marks(const lab::Lab& lab, const score::LabResult& solution) {
    return {
        {"the solution gets full marks", without_full_marks(solution)},
        {"a lab has 100 points", other_than_100(solution)},
        {"the task sheet's table of points gives those of lab.toml", sheet_differs(lab, solution)}};
}

Rule rule_of_skeleton(const score::LabResult& skeleton) {
    Rule rule{"the skeleton compiles and scores nothing", {}};
    if (skeleton.status != score::LabStatus::graded)
        rule.faults.push_back("the skeleton is not gradable: " + skeleton.reason);
    for (const auto& part : skeleton.parts)
        for (const auto& one : part.cases)
            if (one.score > 0)
                rule.faults.push_back(fmt::format("{}: {} gets {} points for a skeleton",
                                                  part.name(), one.name,
                                                  report::points(one.score)));
    return rule;
}

}  // namespace grader::authoring
