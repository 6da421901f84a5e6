// Compiles one program of the corpus with simcc, and compares its behaviour with its promises.
//   corpus-tests check SIMCC bug FILE.cu     finds what promises.hpp says, and nothing else
//   ... SIMCC near-miss FILE.cu              promises no finding, and has none
//   ... SIMCC agree FILE.cu [CXX]            that compiler's program finds what g++'s does
//   ... SIMCC audit FILE|FOLDER              finds the same in an audit (SIM_AUDIT=1)
//   ... SIMCC program FILE|FOLDER            prints OK and is clean, in every order of threads
//   corpus-tests promises FILE.cu...         prints these files' promises, as JSON by their names
// A clean program has no errors and warnings; notes are allowed.
// Prints complaints. The exit status is 0 if there are none, 1 if there are some, 2 if the program
// could not be checked, and 77 (which Meson counts as skipped) if there is no CXX to compare with.
// Without any of these words, runs the unit tests.
#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "json_text.hpp"
#include "simulator/simcc/process.hpp"
#include "simulator/simcc/temporary_folder.hpp"
#include "simulator/tests/corpus/judge.hpp"
#include "simulator/tests/corpus/promises.hpp"
#include "unit_tests.hpp"

namespace fs = std::filesystem;

namespace {

constexpr const char* orders[] = {"forward", "reverse", "random:1", "random:2"};
constexpr int status_of_findings = 66;

std::string text_of(const fs::path& path) {
    std::ifstream file{path};
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

struct Outcome {
    int status = 0;
    std::string printed, told;  // stdout, stderr
    nlohmann::json findings;
    std::string report;
};

std::vector<std::string> words(const std::string& text) {
    std::istringstream stream{text};
    return {std::istream_iterator<std::string>{stream}, {}};
}

/// Those that nvcc needs for this program, from the first ten lines.
std::vector<std::string> options_of(const fs::path& source) {
    const std::string mark = "// NVCC: ";
    std::ifstream file{source};
    std::string line;
    for (int i = 0; i < 10 && std::getline(file, line); ++i)
        if (line.starts_with(mark)) return words(line.substr(mark.size()));
    return {};
}

class Program {
  public:
    // `simcc` may include options; the program's own are in a line `// NVCC: …`.
    Program(const std::string& simcc, const fs::path& source) {
        std::vector<std::string> command = words(simcc);
        if (fs::is_directory(source)) {
            for (const auto& entry : fs::directory_iterator{source}) {
                const auto extension = entry.path().extension();
                if (extension == ".cu" || extension == ".cpp") command.push_back(entry.path());
            }
        } else {
            command.push_back(source);
            const auto options = options_of(source);
            command.insert(command.end(), options.begin(), options.end());
        }
        command.insert(command.end(), {"-o", folder_.file("program")});
        const auto finished = cusim::simcc::run_process(command);
        if (finished.status != 0)
            throw std::runtime_error{"does not compile:\n" + finished.output + finished.errors};
    }

    // Meson limits the time.
    Outcome run_in(const std::string& order, const std::string& argument = "") const {
        const std::string report = folder_.file("report");
        fs::remove(report);
        setenv("SIM_ORDER", order.c_str(), true);
        setenv("SIM_REPORT", report.c_str(), true);
        std::vector<std::string> command = {folder_.file("program")};
        if (!argument.empty()) command.push_back(argument);
        const auto finished = cusim::simcc::run_process(command);
        Outcome outcome{finished.status, finished.output, finished.errors, {}, text_of(report)};
        const auto written = json_text::parse_or_discard(outcome.report);
        if (written.is_discarded())
            throw std::runtime_error{fmt::format("no report ({} order, status {}):\n{}", order,
                                                 outcome.status, outcome.told)};
        outcome.findings = written.at("findings");
        return outcome;
    }

  private:
    cusim::simcc::TemporaryFolder folder_;
};

using Complaints = std::vector<std::string>;

// The line breaks of the report depend on its text.
std::string unwrapped(const std::string& text) {
    std::string result;
    for (const char c : text)
        if (const bool blank = c == ' ' || c == '\n'; !blank || !result.ends_with(' '))
            result += blank ? ' ' : c;
    return result;
}

void check_clean(const Program& program, const std::string& argument, bool ends_with_ok,
                 Complaints& complaints) {
    for (const char* order : orders) {
        const Outcome outcome = program.run_in(order, argument);
        if (ends_with_ok && !outcome.printed.ends_with("OK\n"))
            complaints.push_back(fmt::format("{} order: does not end with OK", order));
        if (outcome.status != 0)
            complaints.push_back(
                fmt::format("{} order: exit status {} where it should be clean\n{}{}", order,
                            outcome.status, outcome.printed, outcome.told));
        for (const auto& finding : outcome.findings)
            if (finding.at("severity") != "note")
                complaints.push_back(fmt::format("{} order: {} where it should be clean: {}", order,
                                                 corpus::describe(finding),
                                                 finding.value("message", "")));
    }
}

void check_outcome(const Outcome& outcome, const corpus::Promises& promises,
                   const std::string& order, Complaints& complaints) {
    for (const std::string& complaint : corpus::complaints(promises, outcome.findings))
        complaints.push_back(fmt::format("{} order: {}", order, complaint));
    for (const std::string& words : promises.says)
        if (unwrapped(outcome.told).find(words) == std::string::npos)
            complaints.push_back(
                fmt::format("{} order: does not say \"{}\":\n{}", order, words, outcome.told));
    const int status = promises.has_error() ? status_of_findings : 0;
    if (promises.dies ? outcome.status < 128 : outcome.status != status)
        complaints.push_back(
            fmt::format("{} order: exit status {}\n{}", order, outcome.status, outcome.told));
}

// Only in the first order: in others the pairs of accesses differ, and need not have a witness.
void check_witness(const Program& program, const corpus::Promises& promises, const Outcome& outcome,
                   Complaints& complaints) {
    const auto witnessed = std::ranges::find_if(
        outcome.findings, [](const auto& finding) { return finding.contains("witness"); });
    const bool found = witnessed != outcome.findings.end();
    if (found == promises.has_no_witness)
        complaints.push_back(found ? "has a witness, and should have none" : "has no witness");
    if (!found) return;
    const auto& witness = (*witnessed)["witness"];
    for (const auto& finding : program.run_in(witness["order"]).findings)
        if (finding.contains("witness") && finding["witness"]["steps"] == witness["steps"]) return;
    complaints.push_back("the witness does not come up again in its order, " +
                         witness["order"].get<std::string>());
}

void check_planted(const Program& program, const corpus::Promises& promises,
                   Complaints& complaints) {
    std::vector<std::string> in_orders = {std::begin(orders), std::end(orders)};
    if (promises.compares_orders) in_orders = {"compare"};
    std::string first_report;
    for (const std::string& order : in_orders) {
        const Outcome outcome = program.run_in(order);
        if (first_report.empty()) first_report = outcome.report;
        check_outcome(outcome, promises, order, complaints);
        if (promises.has_race() && order == in_orders.front())
            check_witness(program, promises, outcome, complaints);
    }
    if (program.run_in(in_orders[0]).report != first_report)
        complaints.push_back("two runs, two reports");
    if (promises.near_miss) check_clean(program, "fixed", false, complaints);
}

corpus::Promises promises_of(const std::string& what, const fs::path& source) {
    corpus::Promises promises = corpus::read_promises(source);
    if (promises.is_clean() != (what == "near-miss"))
        throw corpus::BadPromise{promises.is_clean() ? "promises no finding: no planted bug"
                                                     : "promises a finding: no near-miss"};
    return promises;
}

// Kind, line, threads and count of each finding: what does not depend on a compiler's choice of
// instructions.
nlohmann::json essence(const Outcome& outcome) {
    nlohmann::json result = nlohmann::json::array();
    const auto side = [](const nlohmann::json& party) {
        return nlohmann::json{party.at("line"), party.at("block"), party.at("thread")};
    };
    for (const auto& finding : outcome.findings) {
        result.push_back({finding.at("kind"), finding.at("severity"), finding.at("count"),
                          side(finding), nullptr});
        if (finding.contains("other")) result.back().back() = side(finding["other"]);
    }
    return result;
}

void check_agreement(const std::string& simcc, const fs::path& source, const std::string& other,
                     Complaints& complaints) {
    const Outcome reference = Program{simcc, source}.run_in("forward");
    const Outcome theirs = Program{simcc + " --compiler=" + other, source}.run_in("forward");
    if (essence(theirs) != essence(reference))
        complaints.push_back(fmt::format("{} finds {} where g++ finds {}", other,
                                         json_text::write(essence(theirs)),
                                         json_text::write(essence(reference))));
}

// An audit must not change the findings, unless an access is not announced.
void check_audit(const Program& program, Complaints& complaints) {
    const Outcome reference = program.run_in("forward");
    setenv("SIM_AUDIT", "1", true);
    const Outcome audited = program.run_in("forward");
    unsetenv("SIM_AUDIT");
    if (essence(audited) != essence(reference) || audited.printed != reference.printed ||
        audited.status != reference.status)
        complaints.push_back(fmt::format("an audit finds {} where there is {}\n{}",
                                         json_text::write(essence(audited)),
                                         json_text::write(essence(reference)), audited.told));
}

Complaints check(const std::string& simcc, const std::string& what, const fs::path& source) {
    Complaints complaints;
    if (what == "bug" || what == "near-miss") {
        const corpus::Promises promises = promises_of(what, source);
        check_planted(Program{simcc, source}, promises, complaints);
    } else if (what == "audit") {
        check_audit(Program{simcc, source}, complaints);
    } else {
        check_clean(Program{simcc, source}, "", true, complaints);
    }
    return complaints;
}

int check_program(int argc, char** argv) try {
    const bool agree = argc >= 3 && std::string{argv[1]} == "agree";
    if (argc != 3 && !(agree && argc == 4)) {
        std::fputs(
            "usage: corpus-tests check SIMCC bug|near-miss|agree|audit|program SOURCE [CXX]\n",
            stderr);
        return 2;
    }
    if (agree && argc == 3) {
        std::puts("skipped: there is no clang++ to compare with");
        return 77;
    }
    Complaints complaints;
    if (agree)
        check_agreement(argv[0], argv[2], argv[3], complaints);
    else
        complaints = check(argv[0], argv[1], argv[2]);
    for (const std::string& complaint : complaints) std::fprintf(stderr, "%s\n", complaint.c_str());
    return complaints.empty() ? 0 : 1;
} catch (const std::exception& error) {
    std::fprintf(stderr, "%s: %s\n", argv[2], error.what());
    return 2;
}

int print_promises(const std::vector<std::string>& files) {
    nlohmann::json all = nlohmann::json::object();
    std::string at;
    try {
        for (const std::string& file : files)
            all[at = file] = corpus::to_json(corpus::read_promises(file));
    } catch (const corpus::BadPromise& error) {
        std::fprintf(stderr, "%s: %s\n", at.c_str(), error.what());
        return 2;
    }
    std::puts(json_text::write(all).c_str());
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    const std::string command = argc > 1 ? argv[1] : "";
    if (command == "check") return check_program(argc - 2, argv + 2);
    if (command == "promises") return print_promises({argv + 2, argv + argc});
    return run_unit_tests(argc, argv);
}
