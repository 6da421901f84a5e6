// diagnoses [--least SHARE] [--screens FOLDER] [--locate] [LAB…]: grades every wrong submission as
// its student would, and compares the screen with the causes that its entry allows (`cause`). A
// mistake is *named* if one of its causes is on the screen. A cause on the screen that is not one
// of the mistake's is *false* (mutants/kept_submissions.hpp, submissions/causes.toml). With
// --locate, `grade locate` searches for the places of those that are not named; this takes a minute
// for each. The exit status is 1 if one is false, or if fewer than SHARE of all mistakes are named.
// The output is docs/results/diagnoses.md. Each screen is stored as FOLDER/LAB/NAME.txt.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <atomic>
#include <exception>
#include <fstream>
#include <future>
#include <map>
#include <memory>
#include <thread>

#include "grade_command.hpp"
#include "mutants/kept_submissions.hpp"

namespace {

using namespace course;
using grader::lab::Lab;
using grader::mutants::KeptSubmission;

using Causes = std::map<std::string, std::string>;  // by submission: words that identify it

// Joins lines, since the screen may break messages anywhere.
std::string on_one_line(const std::string& screen) {
    std::string line;
    for (const char c : screen) {
        const bool blank = c == '\n' || c == ' ';
        if (!blank || line.empty() || line.back() != ' ') line += blank ? ' ' : c;
    }
    return line;
}

struct Diagnosis {
    bool named = false;
    std::vector<std::string> falsely;
    std::string screen;
    bool located = false;  // `grade locate` found a place
};

class Judge {
  public:
    explicit Judge(Causes causes) : causes_(std::move(causes)) {}

    Diagnosis judge(const KeptSubmission& wrong, std::string screen) const {
        const auto line = on_one_line(screen);
        const auto is_said = [&](const std::string& cause) {
            const auto known = causes_.find(cause);
            return line.find(known == causes_.end() ? cause : known->second) != line.npos;
        };
        Diagnosis result;
        result.named = std::ranges::any_of(wrong.cause, is_said);
        for (const auto& [name, words] : causes_) {
            const bool true_here =
                std::ranges::count(wrong.cause, name) || std::ranges::count(wrong.also, name);
            if (!true_here && is_said(name)) result.falsely.push_back(name);
        }
        result.screen = std::move(screen);
        return result;
    }

  private:
    Causes causes_;
};

constexpr const char* seed = "20240607";

/// A student's files with the mistake, for as long as it exists.
class Handed {
  public:
    Handed(const Lab& lab, const KeptSubmission& wrong) : lab_(lab) {
        const fs::path files = folder_.path() / lab.slug;
        fs::create_directories(files);
        lay(wrong, kit.submissions() / lab.slug / "wrong.toml", lab,
            kit.source / "solutions" / lab.slug, files);
    }
    std::string screen() const {
        return run(grade_program(), {lab_.slug, "--from", folder_.path().string(), "--backend",
                                     "sim", "--seed", seed})
            .out;
    }
    bool locate() const {
        const auto searched =
            run(grade_program(), {"locate", lab_.slug, "--from", folder_.path().string(), "--seed",
                                  seed, "--jobs", "2"});
        return searched.out.find(" passes if ") != std::string::npos;
    }

  private:
    const Lab& lab_;
    Scratch folder_;
};

struct Tally {
    int named = 0, unnamed = 0, falsely = 0, located = 0;
    std::string rest;  // a line for each submission not named, or named falsely

    void add(const Lab& lab, const KeptSubmission& wrong, const Diagnosis& diagnosis) {
        const std::string name = fmt::format("- {} `{}`", lab.slug, wrong.name);
        ++(diagnosis.named ? named : unnamed);
        falsely += !diagnosis.falsely.empty();
        located += diagnosis.located;
        for (const auto& cause : diagnosis.falsely)
            rest += fmt::format("{}: **false**: {}\n", name, cause);
        if (!diagnosis.named)
            rest +=
                fmt::format("{}{}: {}\n", name, diagnosis.located ? " (located)" : "", wrong.why);
    }
    void add(const Tally& other) {
        named += other.named;
        unnamed += other.unnamed;
        falsely += other.falsely;
        located += other.located;
        rest += other.rest;
    }
    int all() const { return named + unnamed; }
    bool suffices(double least) const { return falsely == 0 && named >= least * all(); }

    /// `searched`: `grade locate` was asked.
    void print(const std::string& lab, bool searched) const {
        const double share = all() == 0 ? 0 : 100.0 * named / all();
        fmt::print("| {} | {} | {} | {:.0f} % | {} | {} |\n", lab, all(), named, share,
                   searched ? std::to_string(located) : "-", falsely);
        std::fflush(stdout);
    }
};

constexpr const char* head = R"(# Diagnoses

What the screen tells students about their mistakes. Each honest mistake of `grader/submissions/NN-slug/wrong.toml` is
graded as a whole. It is *named* if its cause is on the screen. A cause on the screen that is not that of the mistake is
*false* ([how it is judged](../writing-a-lab.md#no-false-diagnosis)). Of the mistakes that are not named, those are
*located* where `grade locate` finds a place at which one small change makes every case of the rung pass.

    build/grader/tests/diagnoses{} > docs/results/diagnoses.md

| lab | mistakes | named | share | located | false |
|---|---|---|---|---|---|
)";

void keep(const std::string& screen, const fs::path& folder, const std::string& name) {
    if (folder.empty()) return;
    fs::create_directories(folder);
    std::ofstream(folder / (name + ".txt")) << screen;
}

struct Options {
    double least = 0;
    fs::path screens;  // empty: screens are not stored
    bool locate = false;
    std::vector<std::string> labs = {"all"};
};

/// A mistake, and what its student gets to read, once a worker has come to it.
struct Question {
    KeptSubmission wrong;
    std::packaged_task<Diagnosis()> answer;
    std::future<Diagnosis> diagnosis = answer.get_future();
};

struct OfOneLab {
    Lab lab;
    std::vector<Question> questions;
};

Diagnosis diagnose(const Lab& lab, const KeptSubmission& wrong, const Judge& judge, bool locate) {
    const Handed handed(lab, wrong);
    auto diagnosis = judge.judge(wrong, handed.screen());
    if (locate && !diagnosis.named) diagnosis.located = handed.locate();
    return diagnosis;
}

OfOneLab questions_of(const Lab& lab, const Judge& judge, bool locate) {
    auto wrong =
        grader::mutants::kept_submissions(kit.submissions() / lab.slug / "wrong.toml", lab);
    // Entries that do not say which causes may be named.
    std::erase_if(wrong, [](const KeptSubmission& each) { return each.cause.empty(); });
    OfOneLab result{lab, {}};
    for (auto& each : wrong) {
        std::packaged_task<Diagnosis()> answer(
            [=, &judge] { return diagnose(lab, each, judge, locate); });
        result.questions.push_back({each, std::move(answer)});
    }
    return result;
}

/// Threads that answer all questions, as many as there are cores.
std::vector<std::jthread> workers_for(std::vector<OfOneLab>& labs) {
    std::vector<Question*> all;
    for (auto& lab : labs)
        for (auto& question : lab.questions) all.push_back(&question);
    const auto next = std::make_shared<std::atomic<std::size_t>>(0);
    std::vector<std::jthread> workers;
    for (unsigned i = 0; i < std::max(1u, std::thread::hardware_concurrency()); ++i)
        workers.emplace_back([all, next] {
            for (auto at = (*next)++; at < all.size(); at = (*next)++) all[at]->answer();
        });
    return workers;
}

Tally tally_of(OfOneLab& of_lab, const fs::path& screens) {
    Tally tally;
    for (auto& question : of_lab.questions) {
        const auto diagnosis = question.diagnosis.get();
        keep(diagnosis.screen, screens.empty() ? screens : screens / of_lab.lab.slug,
             question.wrong.name);
        tally.add(of_lab.lab, question.wrong, diagnosis);
    }
    return tally;
}

int diagnose_all(const Options& options) {
    const Judge judge{grader::mutants::shared_causes(kit.submissions() / "causes.toml")};
    std::vector<OfOneLab> labs;
    for (const auto& lab : kit.find_all(options.labs))
        labs.push_back(questions_of(lab, judge, options.locate));
    const auto workers = workers_for(labs);
    Tally all;
    fmt::print(head, options.locate ? " --locate" : "");
    for (auto& of_lab : labs) {
        const Tally tally = tally_of(of_lab, options.screens);
        tally.print(of_lab.lab.slug, options.locate);
        all.add(tally);
    }
    all.print("all", options.locate);
    if (!all.rest.empty()) fmt::print("\n## Not named\n\n{}", all.rest);
    return all.suffices(options.least) ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
    CLI::App app{"Counts the mistakes whose causes students get to read.", "diagnoses"};
    Options options;
    app.add_option("--least", options.least, "share of mistakes to be named, from 0 to 1");
    app.add_option("--screens", options.screens, "folder for what each student reads");
    app.add_flag("--locate", options.locate, "also search for the places of unnamed mistakes");
    app.add_option("LAB", options.labs, "numbers, names or 'all'");
    try {
        app.parse(argc, argv);
        return diagnose_all(options);
    } catch (const CLI::ParseError& error) {
        return app.exit(error);
    } catch (const std::exception& error) {
        fmt::print(stderr, "diagnoses: {}\n", error.what());
        return 2;
    }
}
