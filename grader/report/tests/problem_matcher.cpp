// The expression by which an editor finds problems on the screen, .vscode/tasks.json, against the
// screen of the golden file.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <regex>
#include <string>
#include <vector>

#include "lab/kit.hpp"
#include "report/text.hpp"
#include "whole_file.hpp"

using namespace grader;

TEST_CASE("an editor finds each finding and each of the compiler's errors on the screen") {
    const auto root = lab::this_kit().source;
    const auto tasks = nlohmann::json::parse(
        kit_io::read_whole(root / ".vscode/tasks.json").value(), nullptr, true, true);
    const auto& pattern = tasks.at("tasks").at(0).at("problemMatcher").at("pattern").at(0);
    const std::regex expression(pattern.at("regexp").get<std::string>());
    const auto screen =
        kit_io::read_whole(root / "grader/report/tests/golden/terminal.txt").value();
    std::vector<std::string> found;
    for (const auto& line : report::lines(screen)) {
        std::smatch match;
        if (!std::regex_match(line, match, expression)) continue;
        std::string problem;
        for (const char* part : {"file", "line", "column", "severity", "message"})
            problem += match[pattern.at(part).get<std::size_t>()].str() + "|";
        found.push_back(problem);
    }
    const std::vector<std::string> expected{
        "gather.cu|12|5|error|'row' was not declared in this scope|",
        "gather.cu|13|1|error|expected '}' at end of input <here> & \"there\"|",
        "reduction.cu|2||error|race, 12 times|"};
    CHECK(found == expected);
    std::smatch match;
    const std::string fatal = "  a.cu:3:10: fatal error: b.h: No such file or directory";
    CHECK(std::regex_match(fatal, match, expression));
}
