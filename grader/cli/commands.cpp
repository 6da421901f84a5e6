// `grade list`, `grade skeletons` and `grade release`.
#include "cli/commands.hpp"

#include <fmt/format.h>

#include <ostream>

#include "class/course.hpp"
#include "cli/attempts.hpp"
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

}  // namespace

ExitStatus list(const lab::Kit& kit, std::ostream& out) {
    std::string next;
    for (const auto& slug : kit.slugs) {
        const auto lab = lab::load(kit.labs() / slug);
        const auto hours = lab.hours > 0 ? fmt::format("{:g} h", lab.hours) : "";
        const auto so_far = attempts(kit, slug);
        const bool done = so_far.last && so_far.best >= so_far.last->max_score;
        const bool is_next = next.empty() && !done;
        if (is_next) next = lab.number();
        out << fmt::format("{} {:<24}{:<7}{:<14}{}\n",
                           is_next ? '>'
                           : done  ? '+'
                                   : ' ',
                           slug, hours, marks(so_far), lab.title);
    }
    out << (next.empty()
                ? "all labs have all points\n"
                : fmt::format("next: labs/{}/README.md, then ./grader/grade predict {} and "
                              "./grader/grade watch {}\n",
                              kit.find(next).slug, next, next));
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
