// Grades mutants in parallel, each one only until its first failing case.
#include "cli/mutants.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <ostream>

#include "build/build.hpp"
#include "cli/grade_lab.hpp"
#include "cli/side_by_side.hpp"
#include "cli/submissions.hpp"
#include "cli/variant.hpp"
#include "mutants/equivalents.hpp"
#include "mutants/same_code.hpp"

namespace grader::cli {
namespace {

namespace fs = std::filesystem;

using mutants::Mutant;
using mutants::MutantsError;

enum class Fate { not_gradable, killed, same_code, survived };

struct Tally {
    int killed = 0, not_gradable = 0, equivalent = 0, same_code = 0, survived = 0;

    Tally& operator+=(const Tally& other) {
        killed += other.killed;
        not_gradable += other.not_gradable;
        equivalent += other.equivalent;
        same_code += other.same_code;
        survived += other.survived;
        return *this;
    }
};

/// The trial of one lab's mutants: the solution's program for comparison, and how to grade.
class Trial {
  public:
    Trial(const lab::Kit& kit, const lab::Lab& lab, const MutantsOptions& options)
        : kit_(kit), lab_(lab), sandbox_(choose_sandbox(options.no_sandbox)) {
        request_.lab = lab.slug;
        request_.sandbox = sandbox_.kind();
        request_.seed = options.seed;
        grade_solution();
    }

    Fate fate_of(const Mutant& mutant) const {
        const Variant variant(kit_, lab_, solution_folder(), mutant, sandbox_);
        if (!variant.built().gradable()) return Fate::not_gradable;
        return mutants::same_code(variant.built().program, solution_)
                   ? Fate::same_code
                   : fate_of_program(variant.folder());
    }

    fs::path solution_folder() const { return kit_.solutions() / lab_.slug; }

  private:
    // The program is in the build cache.
    Fate fate_of_program(const fs::path& folder) const {
        auto request = request_;
        request.submission = folder;
        request.log = folder.parent_path() / "log.txt";
        request.until_first_failure = true;
        return has_full_marks(grade_lab(kit_, request, build::Backend::sim)) ? Fate::survived
                                                                             : Fate::killed;
    }

    // The limit for a single call is the time of the solution's whole run, so that an endless
    // mutant ends soon.
    void grade_solution() {
        using Clock = std::chrono::steady_clock;
        const auto built =
            build::build_submission(kit_, lab_, solution_folder(), build::Backend::sim, sandbox_);
        if (!built.gradable()) throw MutantsError(lab_.slug + ": the solution: " + built.reason);
        solution_ = built.program;
        request_.submission = solution_folder();
        request_.log = kit_.build / "logs" / (lab_.slug + ".txt");
        const auto begin = Clock::now();
        const auto result = grade_lab(kit_, request_, build::Backend::sim);
        const auto took = std::chrono::ceil<std::chrono::milliseconds>(Clock::now() - begin);
        if (!has_full_marks(result))
            throw MutantsError(lab_.slug + ": the solution itself has not got full marks");
        request_.call_limit = std::max(took, std::chrono::milliseconds(2000));
    }

    const lab::Kit& kit_;
    const lab::Lab& lab_;
    sandbox::Sandbox sandbox_;
    suite::Request request_;
    fs::path solution_;
};

std::vector<Mutant> mutants_of(const lab::Kit& kit, const lab::Lab& lab) {
    std::vector<Mutant> all;
    for (const auto& file : lab.editable) {
        const auto text = build::read_file(kit.solutions() / lab.slug / file);
        auto some = mutants::mutants_of(text, file);
        std::ranges::move(some, std::back_inserter(all));
    }
    return all;
}

std::vector<Mutant> chosen(std::vector<Mutant> all, const MutantsOptions& options) {
    std::erase_if(all, [&](const Mutant& mutant) {
        return !options.only.empty() && mutant.operator_name != options.only;
    });
    return options.sample ? mutants::draw(std::move(all), *options.sample, options.seed) : all;
}

std::vector<Fate> fates_of(const std::vector<Mutant>& all, const Trial& trial, unsigned jobs) {
    std::vector<Fate> fates(all.size());
    side_by_side(all.size(), jobs, [&](std::size_t i) { fates[i] = trial.fate_of(all[i]); });
    return fates;
}

void print_survivor(const lab::Lab& lab, const Mutant& mutant, const fs::path& folder,
                    const MutantsOptions& options, std::ostream& out) {
    const auto shown = folder.lexically_proximate(fs::current_path()).string();
    const auto which =
        mutant.occurrence > 1 ? fmt::format(" (occurrence {})", mutant.occurrence) : "";
    out << fmt::format(
        "survived: {}:{}: {}: {} -> {}{}\n    ./grader/grade {} --from {} --seed {}\n", mutant.file,
        mutant.line, mutant.operator_name, mutant.before, mutant.after, which, lab.number(), shown,
        options.seed);
}

Tally judge(const lab::Kit& kit, const lab::Lab& lab, const MutantsOptions& options,
            std::ostream& out) {
    auto all = mutants_of(kit, lab);
    const mutants::Equivalents equivalents(kit.submissions() / lab.slug / "equivalent.toml", all);
    const auto some = chosen(std::move(all), options);
    const Trial trial(kit, lab, options);
    const auto fates = fates_of(some, trial, options.jobs);
    Tally tally;
    std::map<std::string, int> numbers;  // by operator
    for (std::size_t i = 0; i < some.size(); ++i) {
        const Mutant& mutant = some[i];
        const int number = ++numbers[mutant.operator_name];
        const auto* const listed = equivalents.entry_of(mutant);
        const bool alive = fates[i] == Fate::survived || fates[i] == Fate::same_code;
        if (listed && !listed->any && !alive)
            throw MutantsError(fmt::format("{}: listed as equivalent, but caught: {}: {} -> {}",
                                           equivalents.list().string(), mutant.operator_name,
                                           mutant.before, mutant.after));
        tally.killed += !alive;
        tally.not_gradable += fates[i] == Fate::not_gradable;
        tally.same_code += fates[i] == Fate::same_code;
        tally.equivalent += alive && (listed || fates[i] == Fate::same_code);
        if (listed || fates[i] != Fate::survived) continue;
        ++tally.survived;
        const auto folder = kit.build / "mutants" /
                            fmt::format("{}-{}-{}", lab.number(), mutant.operator_name, number);
        write_variant(lab, trial.solution_folder(), mutant, folder);
        print_survivor(lab, mutant, folder, options, out);
    }
    out << fmt::format(
        "{}: {} mutants: {} killed ({} of them not gradable), {} equivalent ({} of them the same "
        "code), {} survived\n",
        lab.slug, some.size(), tally.killed, tally.not_gradable, tally.equivalent, tally.same_code,
        tally.survived);
    return tally;
}

}  // namespace

ExitStatus mutants(const lab::Kit& kit, const MutantsOptions& options, std::ostream& out) {
    if (!kit.has_solutions()) throw MutantsError("this release has no solutions to change");
    if (!options.only.empty()) mutants::find_operator(options.only);
    Tally sum;
    for (const auto& lab : kit.find_all(options.labs)) {
        sum += judge(kit, lab, options, out);
        out << std::flush;
    }
    out << fmt::format("killed {}, equivalent {}, survived {}\n", sum.killed, sum.equivalent,
                       sum.survived);
    return sum.survived == 0 ? full_marks : below_full_marks;
}

}  // namespace grader::cli
