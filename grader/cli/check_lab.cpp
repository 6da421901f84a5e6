#include "cli/check_lab.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>
#include <thread>

#include "authoring/new_lab.hpp"
#include "authoring/rules.hpp"
#include "authoring/submissions.hpp"
#include "build/stage.hpp"
#include "cli/grade_lab.hpp"
#include "cli/mutants.hpp"
#include "cli/submissions.hpp"
#include "report/text.hpp"
#include "skeleton/skeletons.hpp"

namespace grader::cli {
namespace {

namespace fs = std::filesystem;
using authoring::Rule;

constexpr std::uint64_t seed = 1;
const std::vector<std::string> orders = {"forward", "reverse", "random:1", "random:2", "random:3"};

/// Prints rules as they are checked, and remembers whether all were kept.
class Checks {
  public:
    Checks(const lab::Kit& kit, const CheckLabOptions& options, std::ostream& out)
        : kit_(kit), lab_(kit.find(options.lab)), options_(options), out_(out) {}

    bool run() {
        for (const auto& rule : authoring::rules_of_files(kit_, lab_)) tell(rule);
        if (!kept_) return false;  // all other checks need the files
        auto request = usual(kit_.solutions() / lab_.slug);
        request.orders = orders;
        for (const auto& rule : authoring::rules_of_marks(lab_, grade(request))) tell(rule);
        if (!kept_) return false;  // other failures would be consequences
        skeleton();
        kept("wrong.toml", "each wrong submission is caught as its entry says",
             [](const auto& wrong, const score::LabResult& result) {
                 return authoring::faults_of(wrong, result);
             });
        kept("right.toml", "each right submission in another style gets full marks",
             [](const auto&, const score::LabResult& result) {
                 return authoring::faults_of_right(result);
             });
        mutants();
        return kept_;
    }

  private:
    void tell(const Rule& rule) {
        out_ << (rule.faults.empty() ? "kept    " : "broken  ") << rule.promise << '\n';
        for (const auto& fault : rule.faults)
            out_ << "        " << report::printable(fault) << '\n';
        out_ << std::flush;
        kept_ = kept_ && rule.faults.empty();
    }

    suite::Request usual(const fs::path& submission) const {
        suite::Request request;
        request.lab = lab_.slug;
        request.submission = submission;
        request.seed = seed;
        request.log = kit_.build / "logs" / ("check-" + lab_.slug + ".txt");
        request.sandbox = choose_sandbox(options_.no_sandbox).kind();
        return request;
    }

    score::LabResult grade(const suite::Request& request) const {
        const auto cores = std::max(1u, std::thread::hardware_concurrency());
        return grade_lab(kit_, request, build::Backend::sim, cores);
    }

    void skeleton() {
        const build::Stage stage(kit_.build / "class");
        for (const auto& file : skeleton::pristine(kit_, lab_))
            build::write_file(stage.root() / file.path.filename(), file.text);
        tell(authoring::rule_of_skeleton(grade(usual(stage.root()))));
    }

    /// Grades the submissions of a list; `faults_of`(submission, result) judges each.
    template <class FaultsOf>
    void kept(const char* name, const char* promise, const FaultsOf& faults_of) {
        Rule rule{promise, {}};
        mutants::for_each_laid(
            kit_, lab_, name, [&](const mutants::KeptSubmission& each, const fs::path& files) {
                for (const auto& fault : faults_of(each, grade(usual(files))))
                    rule.faults.push_back(fmt::format("{}: {}", each.name, fault));
            });
        tell(rule);
    }

    void mutants() {
        if (options_.mutants == 0) return;
        MutantsOptions drawn;
        drawn.labs = {lab_.slug};
        drawn.sample = options_.mutants;
        drawn.no_sandbox = options_.no_sandbox;
        if (cli::mutants(kit_, drawn, out_) != full_marks) kept_ = false;
    }

    const lab::Kit& kit_;
    const lab::Lab lab_;
    const CheckLabOptions& options_;
    std::ostream& out_;
    bool kept_ = true;
};

}  // namespace

ExitStatus check_lab(const lab::Kit& kit, const CheckLabOptions& options, std::ostream& out) {
    if (options.list) {
        const auto lab = kit.find(options.lab);
        out << authoring::overview(
            mutants::kept_submissions(kit.submissions() / lab.slug / "wrong.toml", lab));
        return full_marks;
    }
    const bool kept = Checks(kit, options, out).run();
    out << (kept ? "the lab is whole\n" : "the lab is not whole yet\n");
    return kept ? full_marks : below_full_marks;
}

ExitStatus new_lab(const lab::Kit& kit, const std::string& slug, std::ostream& out) {
    for (const auto& name : authoring::new_lab(kit, slug)) out << name << '\n';
    const auto number = slug.substr(0, 2);
    out << fmt::format(
        "next: ./grader/grade {0} --from solutions, then ./grader/grade check-lab {0}; both are "
        "whole as they "
        "stand. Replace what they teach, file by file (docs/writing-a-lab.md).\n",
        number);
    return full_marks;
}

}  // namespace grader::cli
