// Compiles one program of the corpus with simcc and holds its behaviour against what it promises.
//   corpus-tests check SIMCC bug FILE.cu     finds its planted bug; with an argument, it is clean
//   ... SIMCC planted FILE.cu                finds what planted.hpp says, and nothing else
//   ... SIMCC agree FILE.cu [CXX]            that compiler's program finds what g++'s does
//   ... SIMCC program FILE|FOLDER            prints OK and is clean, in every order of threads
// Clean is without errors and warnings; notes are allowed.
// Prints complaints; exit status 0 without any, 1 with some, 2 where it could not look, 77 (which
// Meson counts as skipped) where there is no CXX to compare with.
// Without `check`, it runs the unit tests.
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
#include "simulator/tests/expectation.hpp"
#include "simulator/tests/planted.hpp"
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

class Program {
  public:
    // `simcc` may end in options.
    Program(const std::string& simcc, const fs::path& source) {
        std::vector<std::string> command = words(simcc);
        if (fs::is_directory(source)) {
            for (const auto& entry : fs::directory_iterator{source}) {
                const auto extension = entry.path().extension();
                if (extension == ".cu" || extension == ".cpp") command.push_back(entry.path());
            }
        } else {
            command.push_back(source);
        }
        command.insert(command.end(), {"-o", folder_.file("program")});
        const auto finished = cusim::simcc::run_process(command);
        if (finished.status != 0)
            throw std::runtime_error{"does not compile:\n" + finished.output + finished.errors};
    }

    // How long it may take is Meson's to say.
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

// Where a line of the report ends depends on what else it says.
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

void check_bug(const Program& program, const corpus::Expectation& expected,
               Complaints& complaints) {
    std::string first_report;
    for (const char* order : orders) {
        const Outcome outcome = program.run_in(order);
        if (first_report.empty()) first_report = outcome.report;
        for (const std::string& complaint : expected.complaints(outcome.findings))
            complaints.push_back(fmt::format("{} order: {}", order, complaint));
        for (const std::string& words : expected.says)
            if (unwrapped(outcome.told).find(words) == std::string::npos)
                complaints.push_back(
                    fmt::format("{} order: does not say \"{}\":\n{}", order, words, outcome.told));
        const int status = expected.has_error() ? status_of_findings : 0;
        if (expected.dies ? outcome.status < 128 : outcome.status != status)
            complaints.push_back(fmt::format("{} order: exit status {}", order, outcome.status));
    }
    if (program.run_in(orders[0]).report != first_report)
        complaints.push_back("two runs, two reports");
    check_clean(program, "fixed", false, complaints);
}

// A program that reads device memory on the host is killed, as it would be anywhere.
// Those that are about the order of threads run in both orders at once.
void check_planted(const Program& program, const corpus::Planted& planted, bool about_order,
                   Complaints& complaints) {
    const std::vector<std::string> compare = {"compare"}, apart = {"forward", "reverse"};
    for (const std::string& order : about_order ? compare : apart) {
        const Outcome outcome = program.run_in(order);
        for (const std::string& complaint : planted.complaints(outcome.findings))
            complaints.push_back(fmt::format("{} order: {}", order, complaint));
        const int status = planted.has_error() ? status_of_findings : 0;
        if (outcome.status != status && outcome.status < 128)
            complaints.push_back(fmt::format("{} order: exit status {}", order, outcome.status));
        if (outcome.status >= 128 && !planted.has_error())
            complaints.push_back(fmt::format("{} order: killed\n{}", order, outcome.told));
    }
}

// Kind, line, threads and number of each finding: what does not depend on a compiler's choice of
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

Complaints check(const std::string& simcc, const std::string& what, const fs::path& source) {
    Complaints complaints;
    if (what == "bug") {
        const corpus::Expectation expected = corpus::read_expectation(source);
        check_bug(Program{simcc, source}, expected, complaints);
    } else if (what == "planted") {
        const corpus::Planted planted = corpus::read_planted(source);
        const bool about_order = source.filename().string().find("order_") != std::string::npos;
        check_planted(Program{simcc, source}, planted, about_order, complaints);
    } else {
        check_clean(Program{simcc, source}, "", true, complaints);
    }
    return complaints;
}

int check_program(int argc, char** argv) try {
    const bool agree = argc >= 3 && std::string{argv[1]} == "agree";
    if (argc != 3 && !(agree && argc == 4)) {
        std::fputs("usage: corpus-tests check SIMCC bug|planted|agree|program SOURCE [CXX]\n",
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

}  // namespace

int main(int argc, char** argv) {
    if (argc > 1 && std::string{argv[1]} == "check") return check_program(argc - 2, argv + 2);
    return run_unit_tests(argc, argv);
}
