// Compares each format with its golden file. If KIT_UPDATE_GOLDEN is set, writes the files instead;
// look at the difference before you commit it.
#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "example.hpp"
#include "lab/kit.hpp"
#include "report/html.hpp"
#include "report/json.hpp"
#include "report/junit.hpp"
#include "report/sarif.hpp"
#include "report/terminal.hpp"
#include "report/text.hpp"

using namespace grader::report;
using grader::score::LineKind;
using grader::score::Lines;
using grader::score::Message;
using grader::score::RunResult;

namespace {

std::string printed(const Format& format, const RunResult& run) {
    std::ostringstream out;
    format.print(run, out);
    return out.str();
}

void check_against(const std::string& name, const std::string& text) {
    const auto path = grader::lab::this_kit().source / "grader/report/tests/golden" / name;
    if (std::getenv("KIT_UPDATE_GOLDEN")) std::ofstream(path) << text;
    std::ifstream in(path);
    REQUIRE_MESSAGE(in, path.string(), " is missing");
    CHECK(text == std::string(std::istreambuf_iterator<char>(in), {}));
}

Message never_written(const std::string& where) {
    return Lines{{LineKind::unwritten, "y is never written: " + where}};
}

RunResult untouched_run() {
    auto run = example_run();
    grader::score::LabResult lab;
    lab.lab = "02-simple-gather";
    lab.status = grader::score::LabStatus::graded;
    lab.max_score = 10;
    lab.parts = {{grader::score::Part::correct,
                  0,
                  10,
                  {{"rung 1: gather: integers", grader::score::CaseStatus::failed, 0, 10,
                    never_written("gather, 1 row and 1 column")}}}};
    run.labs = {lab};
    return run;
}

grader::report::Sources open_sources() {
    grader::report::Sources sources;
    sources.add("02-simple-gather", "gather.cu",
                "void gather() {\n// TODO: sum the row (about 5 lines)\n}\n");
    return sources;
}

/// The terminal's page of a lab in which these cases failed, each with its message.
std::string page_of_failures(
    const std::vector<std::pair<std::string, grader::score::Message>>& messages_by_name) {
    grader::score::PartResult part;
    part.part = grader::score::Part::correct;
    for (const auto& [name, message] : messages_by_name) {
        part.cases.push_back({name, grader::score::CaseStatus::failed, 0, 10, message});
        part.max_score += 10;
    }
    grader::score::LabResult lab;
    lab.lab = "02-simple-gather";
    lab.status = grader::score::LabStatus::graded;
    lab.max_score = part.max_score;
    lab.parts = {part};
    auto run = example_run();
    run.labs = {lab};
    return printed(Terminal({}, Terminal::Colour::never), run);
}

}  // namespace

TEST_CASE("the terminal shows several labs: the failing ones in full, then the board") {
    check_against("terminal.txt",
                  printed(Terminal(example_sources(), Terminal::Colour::never), example_run()));
}

TEST_CASE("the terminal shows a single lab without a board, full marks or not") {
    auto run = example_run();
    run.labs = {full_lab()};
    check_against("terminal-single.txt", printed(Terminal({}, Terminal::Colour::never), run));
}

TEST_CASE("colour adds nothing but colour, and no escape sequence of a student's gets through") {
    const auto plain = printed(Terminal(example_sources(), Terminal::Colour::never), example_run());
    CHECK(plain.find('\x1b') == std::string::npos);
    auto coloured = printed(Terminal(example_sources(), Terminal::Colour::always), example_run());
    CHECK(coloured.find("\x1b[2J") == std::string::npos);
    CHECK(coloured.find("\x1b[31mFAILED") != std::string::npos);
    for (const std::string code : {"\x1b[0m", "\x1b[1m", "\x1b[2m", "\x1b[31m", "\x1b[32m"}) {
        for (auto at = coloured.find(code); at != coloured.npos; at = coloured.find(code)) {
            coloured.erase(at, code.size());
        }
    }
    CHECK(coloured == plain);
}

TEST_CASE("a reason that the details repeat is printed once") {
    auto run = example_run();
    run.labs = {broken_lab()};
    run.labs[0].details = run.labs[0].reason + "\n";
    const auto text = printed(Terminal({}, Terminal::Colour::never), run);
    CHECK(text.find(run.labs[0].reason) == text.rfind(run.labs[0].reason));
}

TEST_CASE("JSON has the documented keys") {
    check_against("report.json", printed(Json(), example_run()));
}

TEST_CASE("JUnit has a suite a lab and a test a case") {
    check_against("junit.xml", printed(JUnit(), example_run()));
}

TEST_CASE("HTML is one page that needs nothing else") {
    auto run = example_run();
    run.labs.back() = drawn_lab();
    const auto html =
        printed(Html(example_sources(), {.scores = {{"04-shared-reduction", {0.2, 0.375}}},
                                         .changes = {{"04-shared-reduction", "+10 points <b>"}},
                                         .pictures = {}}),
                run);
    check_against("report.html", html);
    CHECK(html.find("<script") == std::string::npos);
    CHECK(html.find("src=") == std::string::npos);
    CHECK(html.find("http") == std::string::npos);
}

TEST_CASE("marks given without a sandbox say so in every format a person reads") {
    auto run = example_run();
    run.sandbox = "none";
    CHECK(printed(Terminal({}, Terminal::Colour::never), run).find("WITHOUT A SANDBOX") !=
          std::string::npos);
    CHECK(printed(Html({}), run).find("WITHOUT A SANDBOX") != std::string::npos);
}

TEST_CASE("SARIF has each finding at its line, the other access beside it") {
    const auto json = nlohmann::json::parse(printed(
        Sarif(Sarif::Folders{{"04-shared-reduction", "labs/04-shared-reduction"}}), example_run()));
    const auto& results = json.at("runs").at(0).at("results");
    REQUIRE(results.size() == 3);
    CHECK(results[0].at("ruleId") == "not_gradable");
    CHECK(results[0].at("level") == "error");
    CHECK(results[1].at("ruleId") == "race");
    CHECK(results[1].at("level") == "error");
    const auto& place = results[1].at("locations").at(0).at("physicalLocation");
    CHECK(place.at("artifactLocation").at("uri") == "labs/04-shared-reduction/reduction.cu");
    CHECK(place.at("region").at("startLine") == 2);
    CHECK(results[1]
              .at("relatedLocations")
              .at(0)
              .at("physicalLocation")
              .at("region")
              .at("startLine") == 3);
    CHECK(json.at("version") == "2.1.0");
}

TEST_CASE("SARIF's references are valid where a folder's name is not plain ASCII") {
    auto run = example_run();
    run.labs = {failing_lab()};
    const auto json = nlohmann::json::parse(
        printed(Sarif(Sarif::Folders{{failing_lab().lab, "h 6\xc3\xa9/labs"}}), run));
    const auto& place = json.at("runs").at(0).at("results").at(0).at("locations").at(0);
    CHECK(place.at("physicalLocation").at("artifactLocation").at("uri") ==
          "h%206%C3%A9/labs/reduction.cu");
}

TEST_CASE("an untouched lab's page lists what is left to do, not that nothing is written") {
    auto run = untouched_run();
    const auto page = printed(Html(open_sources()), run);
    CHECK(page.find(
              "<h3>Still to do</h3>\n<ul>\n<li>gather.cu:2: sum the row (about 5 lines)</li>") !=
          std::string::npos);
    CHECK(page.find("First failure") == std::string::npos);
    const auto screen = printed(Terminal(open_sources(), Terminal::Colour::never), run);
    CHECK(screen.find("still to do\n  gather.cu:2: sum the row") != std::string::npos);
    CHECK(screen.find("first failure") == std::string::npos);
}

TEST_CASE("page and screen show a failure of what has been begun before what has not") {
    auto run = untouched_run();
    run.labs[0].score = 1;
    auto& cases = run.labs[0].parts[0].cases;
    cases.push_back({"rung 2", grader::score::CaseStatus::failed, 0, 10, "y is wrong: 3 rows"});
    const auto page = printed(Html(open_sources()), run);
    const auto tasks = page.find("Still to do"), failure = page.find("First failure: rung 2");
    CHECK(tasks != std::string::npos);
    CHECK(failure != std::string::npos);
    CHECK(tasks < failure);
    const auto screen = printed(Terminal(open_sources(), Terminal::Colour::never), run);
    CHECK(screen.find("first failure: rung 2") != std::string::npos);
}

TEST_CASE("a finished function that writes nothing comes first, whatever is left to do elsewhere") {
    using grader::score::CaseStatus;
    auto run = untouched_run();
    auto& cases = run.labs[0].parts[0].cases;
    cases[0].message = "gather returns as if n were fine";
    cases.push_back({"rung 2: done: n", CaseStatus::failed, 0, 10, never_written("done")});
    auto sources = open_sources();
    sources.add("02-simple-gather", "more.cu", "void done() {}\n");
    const auto screen = printed(Terminal(sources, Terminal::Colour::never), run);
    const auto first = screen.find("first failure: rung 2: done");
    CHECK(first != screen.npos);
    CHECK(first < screen.find("also failed: rung 1: gather"));
}

TEST_CASE("what has been begun fails before what has not, and that rung by rung") {
    using enum grader::score::CaseStatus;
    auto run = untouched_run();
    run.labs[0].score = 1;
    const auto later = [](const char* name, const Message& message) {
        return grader::score::CaseResult{name, failed, 0, 10, message};
    };
    // gather, as handed out; rung 4, too, whose sizes nobody refuses; begun, which writes nothing.
    auto& cases = run.labs[0].parts[0].cases;
    cases.push_back(later("rung 3: begun: sizes", "begun returns as if n = 0 were a size"));
    cases.push_back(later("rung 3: begun: n", never_written("begun")));
    cases.push_back(later("rung 4: refuse: n", "refuse returns as if n = 0 were a size"));
    const std::string more =
        "void begun() {\n// TODO: a\n// TODO: b\n}\n"
        "void refuse() {\n// TODO: c\n}\n";
    auto sources = open_sources();
    sources.add("02-simple-gather", "more.cu",
                "void begun() {\nint i = 0;\n// TODO: b\n}\n"
                "void refuse() {\n// TODO: c\n}\n");
    sources.add_handed_out("02-simple-gather", "more.cu", more);
    sources.add_handed_out("02-simple-gather", "gather.cu",
                           "void gather() {\n// TODO: sum the row (about 5 lines)\n}\n");
    const auto screen = printed(Terminal(sources, Terminal::Colour::never), run);
    INFO(screen);
    const auto first = screen.find("first failure: rung 3: begun");
    const auto second = screen.find("also failed: rung 1: gather");
    CHECK(first != screen.npos);
    CHECK(first < second);
    CHECK(second != screen.npos);
    CHECK(second < screen.find("also failed: rung 4: refuse"));
}

TEST_CASE("before the first points, a function that writes nothing is not told to refuse sizes") {
    auto run = untouched_run();
    run.labs[0].parts[0].cases.push_back({"rung 1: gather: sizes",
                                          grader::score::CaseStatus::failed, 0, 10,
                                          "gather returns as if n = 0 were a size"});
    const auto screen = printed(Terminal(open_sources(), Terminal::Colour::never), run);
    CHECK(screen.find("still to do") != screen.npos);
    CHECK(screen.find("first failure") == screen.npos);
}

TEST_CASE("a narrow terminal gets narrow lines") {
    auto run = example_run();
    run.labs = {failing_lab()};
    const auto text = printed(Terminal(example_sources(), Terminal::Colour::never, 50), run);
    const auto cases = text.substr(0, text.find("first failure"));
    for (const auto& line : lines(cases)) CHECK(width_of(line) <= 50);
}

TEST_CASE(
    "of further failures the terminal tells what is new, the same cause, and which are alike") {
    using enum LineKind;
    const Lines by_index{{finding, "out_of_bounds at a.cu:3: Thread 3 reads b[3]"}};
    const Lines at_nine{{shape, "seen with 9 rows:"}};
    const auto page = page_of_failures(
        {{"one", Message("y is wrong: 3 rows\n    > y[0]") + by_index},
         {"two", Message("y is wrong: 5 rows") + at_nine + by_index},
         {"three", Message("another call fails") + at_nine + by_index},
         {"four", Message("y is wrong: 7 rows") + at_nine + Lines{{cause, "a race"}}},
         {"five", Message("takes 9 us\n  a.cu:7: 9 sectors, 3 would do\n    A[0] 0.......") +
                      Lines{{row, "one request; 0-9, a-v: the lane that uses these 4 bytes"}}}});
    CHECK(page.find("also failed: three\n  another call fails\n    the same cause\n\n") !=
          std::string::npos);
    CHECK(
        page.find("also failed: four\n  y is wrong: 7 rows\n    seen with 9 rows:\n    a race\n") !=
        std::string::npos);
    CHECK(page.find("also failed, in the same way\n  two\n") != std::string::npos);
    // Neither the drawing nor its legend.
    CHECK(page.find("also failed: five\n  takes 9 us\n    a.cu:7: 9 sectors, 3 would do\n\n") !=
          std::string::npos);
}

TEST_CASE("a further failure tells that its cause is the same beside what its rung's work takes") {
    using enum LineKind;
    const Lines by_index{{finding, "out_of_bounds at a.cu:3: Thread 3 reads b[3]"}};
    const auto page = page_of_failures(
        {{"one", Message("1 finding in f:") + by_index},
         {"two", Message("1 finding in g:") + by_index + Lines{{held, "counts 30 %"}}}});
    CHECK(page.find("also failed: two\n  1 finding in g:\n    the same cause\n    counts 30 %") !=
          std::string::npos);
}

TEST_CASE("a failure has the cause of another one only if it names the same line") {
    const std::string note = "\n  it is the program that is counted";
    const auto page =
        page_of_failures({{"one", "barriers in [f] is too low" + note},
                          {"two", "wavefronts in [g] is too high" + note},
                          {"three", "a call fails\n  race at a.cu:3: Thread 3 reads b[3]"},
                          {"four", "another fails\n  race at a.cu:7: Thread 3 reads b[3]"}});
    INFO(page);
    CHECK(page.find("the same cause") == std::string::npos);
    CHECK(page.find("also failed: two\n  wavefronts in [g] is too high\n    it is the program") !=
          std::string::npos);
    CHECK(page.find("race at a.cu:7") != std::string::npos);
}
