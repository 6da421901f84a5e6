// diagnoses [--least SHARE] [--screens FOLDER] [LAB…]: grades every wrong submission as its student
// would, and compares the screen with the causes that its entry allows (`cause`). A mistake is
// *named* if one of its causes is on the screen. A cause on the screen that is not one of the
// mistake's is *false* (mutants/wrong_submissions.hpp, submissions/causes.toml). The exit status is
// 1 if one is false, or if fewer than SHARE of all mistakes are named. The output is
// docs/results/diagnoses.md. Each screen is stored as FOLDER/LAB/NAME.txt.
#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <fstream>
#include <future>
#include <map>
#include <thread>

#include "grade_command.hpp"
#include "mutants/wrong_submissions.hpp"

namespace {

using namespace course;
using grader::lab::Lab;
using grader::mutants::WrongSubmission;

using Causes = std::map<std::string, std::string>;  // by submission: words that identify it

fs::path corpus() {
    return kit.source / "grader" / "submissions";
}

Causes known_causes() {
    Causes result;
    const auto list = toml::parse_file((corpus() / "causes.toml").string());
    for (const auto& [name, words] : list)
        result[std::string(name.str())] = words.value_or(std::string());
    return result;
}

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
};

class Judge {
  public:
    explicit Judge(Causes causes) : causes_(std::move(causes)) {}

    Diagnosis judge(const WrongSubmission& wrong, std::string screen) const {
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

std::string screen_of(const Lab& lab, const WrongSubmission& wrong) {
    const Scratch folder;
    const fs::path files = folder.path() / lab.slug;
    fs::create_directories(files);
    lay(wrong, corpus() / lab.slug / "wrong.toml", lab, kit.source / "solutions" / lab.slug, files);
    return run(grade_program(), {lab.slug, "--from", folder.path().string(), "--backend", "sim",
                                 "--seed", "20240607"})
        .out;
}

struct Tally {
    int named = 0, unnamed = 0, falsely = 0;
    std::string rest;  // a line for each submission not named, or named falsely

    void add(const Lab& lab, const WrongSubmission& wrong, const Diagnosis& diagnosis) {
        const std::string name = fmt::format("- {} `{}`", lab.slug, wrong.name);
        ++(diagnosis.named ? named : unnamed);
        falsely += !diagnosis.falsely.empty();
        for (const auto& cause : diagnosis.falsely)
            rest += fmt::format("{}: **false**: {}\n", name, cause);
        if (!diagnosis.named) rest += fmt::format("{}: {}\n", name, wrong.why);
    }
    void add(const Tally& other) {
        named += other.named;
        unnamed += other.unnamed;
        falsely += other.falsely;
        rest += other.rest;
    }
    int all() const { return named + unnamed; }
    bool suffices(double least) const { return falsely == 0 && named >= least * all(); }

    void print(const std::string& lab) const {
        const double share = all() == 0 ? 0 : 100.0 * named / all();
        fmt::print("| {} | {} | {} | {:.0f} % | {} |\n", lab, all(), named, share, falsely);
        std::fflush(stdout);
    }
};

constexpr const char* head = R"(# Diagnoses

What the screen tells students about their mistakes. Each honest mistake of `grader/submissions/NN-slug/wrong.toml` is
graded as a whole. It is *named* if its cause is on the screen. A cause on the screen that is not that of the mistake is
*false* ([how it is judged](../writing-a-lab.md#no-false-diagnosis)).

    build/grader/tests/diagnoses > docs/results/diagnoses.md

| lab | mistakes | named | share | false |
|---|---|---|---|---|
)";

void keep(const std::string& screen, const fs::path& folder, const std::string& name) {
    if (folder.empty()) return;
    fs::create_directories(folder);
    std::ofstream(folder / (name + ".txt")) << screen;
}

Tally diagnose(const Lab& lab, const Judge& judge, const fs::path& screens) {
    const auto list = corpus() / lab.slug / "wrong.toml";
    auto wrong = grader::mutants::wrong_submissions(list, lab);
    // Entries that do not say which causes may be named.
    std::erase_if(wrong, [](const WrongSubmission& each) { return each.cause.empty(); });
    std::vector<Diagnosis> diagnoses(wrong.size());
    std::atomic<std::size_t> next = 0;
    const auto work = [&] {
        for (auto i = next++; i < wrong.size(); i = next++)
            diagnoses[i] = judge.judge(wrong[i], screen_of(lab, wrong[i]));
    };
    std::vector<std::future<void>> workers;
    for (unsigned i = 0; i < std::max(1u, std::thread::hardware_concurrency()); ++i)
        workers.push_back(std::async(std::launch::async, work));
    for (auto& worker : workers) worker.get();
    Tally tally;
    for (std::size_t i = 0; i < wrong.size(); ++i) {
        keep(diagnoses[i].screen, screens.empty() ? screens : screens / lab.slug, wrong[i].name);
        tally.add(lab, wrong[i], diagnoses[i]);
    }
    return tally;
}

struct Options {
    double least = 0;
    fs::path screens;  // empty: screens are not stored
    std::vector<std::string> labs;
};

int diagnose_all(const Options& options) {
    const Judge judge{known_causes()};
    Tally all;
    fmt::print("{}", head);
    for (const auto& lab : kit.find_all(options.labs)) {
        const Tally tally = diagnose(lab, judge, options.screens);
        tally.print(lab.slug);
        all.add(tally);
    }
    all.print("all");
    if (!all.rest.empty()) fmt::print("\n## Not named\n\n{}", all.rest);
    return all.suffices(options.least) ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
    Options options;
    auto& labs = options.labs;
    labs.assign(argv + 1, argv + argc);
    const auto take = [&](const char* option) {
        std::string value;
        if (labs.size() < 2 || labs[0] != option) return value;
        value = labs[1];
        labs.erase(labs.begin(), labs.begin() + 2);
        return value;
    };
    try {
        if (const auto share = take("--least"); !share.empty()) options.least = std::stod(share);
        options.screens = take("--screens");
        if (labs.empty()) labs = {"all"};
        return diagnose_all(options);
    } catch (const std::exception& error) {
        fmt::print(stderr, "diagnoses: {}\n", error.what());
        return 2;
    }
}
