// `grade list`, `grade skeletons` and `grade release`.
#include "cli/commands.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>

#include "class/course.hpp"
#include "cli/attempts.hpp"
#include "cli/predict.hpp"
#include "cli/seed.hpp"
#include "number_of.hpp"
#include "report/text.hpp"
#include "skeleton/release.hpp"
#include "skeleton/skeletons.hpp"

namespace grader::cli {

namespace {

/// Such as "88, 4 tries": the best mark so far.
std::string marks(const Attempts& so_far) {
    if (so_far.count == 0) return "";
    return fmt::format("{}, {}", report::points(so_far.best, so_far.last->max_score),
                       words::number_of(so_far.count, "try", "tries"));
}

struct Listed {
    lab::Lab lab;
    Attempts so_far;
};

/// The lab that was graded last, if it lacks points; otherwise the first one that was never graded,
/// or the first that lacks points. Null: none does.
const Listed* next_of(const std::vector<Listed>& labs) {
    const auto when = [](const Listed& one) { return one.so_far.when; };
    const auto is_open = [](const Listed& one) { return !one.so_far.passed(); };
    const auto is_new = [](const Listed& one) { return one.so_far.count == 0; };
    const auto last = std::ranges::max_element(labs, {}, when);
    if (last != labs.end() && !is_new(*last) && is_open(*last)) return &*last;
    for (const auto found :
         {std::ranges::find_if(labs, is_new), std::ranges::find_if(labs, is_open)})
        if (found != labs.end()) return &*found;
    return nullptr;
}

std::string words_of_next(const lab::Kit& kit, const lab::Lab& lab) {
    const bool asks = !open_questions(kit, lab, lab.folder).empty();
    const auto predicting = asks ? fmt::format("./grader/grade predict {} and ", lab.number()) : "";
    return fmt::format("next: labs/{}/README.md, then {}./grader/grade watch {}\n", lab.slug,
                       predicting, lab.number());
}

}  // namespace

ExitStatus list(const lab::Kit& kit, std::ostream& out) {
    std::vector<Listed> labs;
    for (const auto& slug : kit.slugs)
        labs.push_back({lab::load(kit.labs() / slug), attempts(kit, slug)});
    const Listed* const next = next_of(labs);
    for (const Listed& one : labs) {
        const auto& [lab, so_far] = one;
        const auto hours = lab.hours > 0 ? fmt::format("{:g} h", lab.hours) : "";
        const char mark = &one == next ? '>' : so_far.passed() ? '+' : ' ';
        out << fmt::format("{} {:<24}{:<7}{:<14}{}\n", mark, lab.slug, hours, marks(so_far),
                           lab.title);
    }
    out << (next ? words_of_next(kit, next->lab) : "all labs have all points\n");
    return full_marks;
}

ExitStatus skeletons(const lab::Kit& kit, bool write, std::ostream& out) {
    bool clean = true;
    for (const auto& slug : kit.slugs) {
        const auto lab = lab::load(kit.labs() / slug);
        for (const auto& path : write ? skeleton::write(kit, lab) : skeleton::drifted(kit, lab)) {
            out << (write ? "wrote " : "drifted from its solution: ") << path << '\n';
            clean = false;
        }
    }
    return clean || write ? full_marks : below_full_marks;
}

ExitStatus release(const lab::Kit& kit, const std::vector<std::string>& labs,
                   const std::filesystem::path& file, std::ostream& out) {
    const auto chosen = kit.find_all(labs);
    const auto released = skeleton::release(kit, chosen, file);
    out << fmt::format("{}: {} files, {} labs, no solutions and no hidden cases\n", file.string(),
                       released.files, chosen.size());
    for (const auto& name : released.left_out)
        out << fmt::format("left out: {}, which lab.toml does not declare\n", name);
    return full_marks;
}

ExitStatus bundle(const lab::Kit& kit, const std::vector<std::string>& labs,
                  std::optional<std::uint64_t> seed, const std::filesystem::path& course,
                  const std::filesystem::path& file, std::ostream& out) {
    const auto chosen = kit.find_all(labs);
    const auto rules = course.empty() ? classes::Course{} : classes::read_course(course, kit);
    if (!seed) seed = rules.seed;
    if (!seed) seed = drawn_seed();
    skeleton::bundle_for_gradescope(kit, chosen, {*seed, rules.hidden}, file);
    out << fmt::format("{}: an autograder for {} labs, seed {}\n", file.string(), chosen.size(),
                       *seed);
    return full_marks;
}

}  // namespace grader::cli
