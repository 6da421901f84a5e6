// The help that a kit shows before its first build: texts beside the script, which must be what the
// grader itself prints. If KIT_UPDATE_GOLDEN is set, this test writes them instead.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cstdlib>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "grade_command.hpp"

using namespace course;

namespace {

fs::path texts() {
    return kit.source / "grader/help";
}

/// As in a student's kit: the instructor's commands need solutions.
std::string printed(const std::vector<std::string>& arguments) {
    return run(grade_program(), arguments, "KIT_SOURCE=/nonexistent").out;
}

/// What the script says where nothing is built.
Said unbuilt(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), (kit.source / "grader/grade").string());
    return run("/bin/bash", arguments, "KIT_BUILD=/nonexistent");
}

void check_text(const fs::path& file, const std::string& text) {
    CAPTURE(file.string());
    if (std::getenv("KIT_UPDATE_GOLDEN")) std::ofstream(file) << text;
    CHECK(text == content(file));
}

/// The names below "Subcommands:".
std::set<std::string> commands_in(const std::string& help) {
    std::set<std::string> names;
    std::istringstream in(help.substr(help.find("Subcommands:\n")));
    std::string line;
    std::getline(in, line);
    while (std::getline(in, line) && line.starts_with("  "))
        names.insert(line.substr(2, line.find(' ', 2) - 2));
    return names;
}

}  // namespace

TEST_CASE("without a build the help is the text that the script has") {
    const auto help = printed({"--help"});
    check_text(kit.source / "grader/help.txt", help);
    CHECK(unbuilt({"--help"}).out == help);
    CHECK(unbuilt({}).out == help);
    for (const char* name :
         {"\n  class", "replay", "skeletons", "mutants", "release", "solutions", "--class "})
        CHECK_MESSAGE(help.find(name) == std::string::npos, name);
}

TEST_CASE("without a build each command explains itself, and none what only instructors have") {
    const auto commands = commands_in(printed({"--help"}));
    CHECK(commands.size() >= 12);
    for (const auto& command : commands) {
        const auto help = printed({command, "--help"});
        check_text(texts() / (command + ".txt"), help);
        CHECK(unbuilt({command, "--help"}).out == help);
        CHECK(unbuilt({command, "-h"}).out == help);
        for (const char* name : {"solutions", "--class "})
            CHECK_MESSAGE(help.find(name) == std::string::npos, name);
    }
    for (const auto& entry : fs::directory_iterator(texts()))
        CHECK_MESSAGE(commands.contains(entry.path().stem().string()), entry.path().string());
}

TEST_CASE("without a build the help of an instructor's command says what it needs") {
    for (const char* command : {"class", "mutants", "no-such-command"}) {
        CAPTURE(command);
        const auto said = unbuilt({command, "--help"});
        CHECK(said.status == 0);
        CHECK(said.out == fmt::format("the help of '{}' needs the grader, which is not built yet: "
                                      "./grader/grade list builds it\n",
                                      command));
    }
}

TEST_CASE("without a build the help for a lab is the general one") {
    CHECK(unbuilt({"04", "--help"}).out == printed({"--help"}));
    CHECK(unbuilt({"all", "--help"}).out == printed({"--help"}));
}
