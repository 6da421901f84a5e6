#include "class/doubts.hpp"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <sstream>

#include "class/output.hpp"

namespace grader::classes {
namespace {

constexpr const char* head =
    "# Questions about what students handed in. To answer one, remove the '#' before one of its\n"
    "# lines `take`, and start again; `take = \"\"` says that none of them is meant. A question "
    "of\n"
    "# your own, with student, lab, file and take, has a file taken that was not found.\n";

std::string quoted(const std::string& text) {
    std::ostringstream out;
    out << toml::value<std::string>(text);
    return out.str();
}

std::string question(const std::string& student, const Place& place) {
    return fmt::format("\n[[file]]\nstudent = {}\nlab = {}\nfile = {}\n", quoted(student),
                       quoted(place.first), quoted(place.second));
}

[[noreturn]] void fail(const std::filesystem::path& file, const toml::node& node,
                       const std::string& what) {
    throw ClassError(fmt::format("{}:{}: {}", file.string(), node.source().begin.line, what));
}

}  // namespace

Answers read_answers(const std::filesystem::path& file) {
    Answers answers;
    if (!std::filesystem::exists(file)) return answers;
    toml::table table;
    try {
        table = toml::parse_file(file.string());
    } catch (const toml::parse_error& error) {
        throw ClassError(fmt::format("{}:{}: {}", file.string(), error.source().begin.line,
                                     error.description()));
    }
    const auto* questions = table["file"].as_array();
    if (!questions) return answers;
    for (const auto& node : *questions) {
        const auto* entry = node.as_table();
        if (!entry) fail(file, node, "'file' must be written as [[file]]");
        const auto text = [&](const char* key) { return (*entry)[key].value<std::string>(); };
        const auto student = text("student"), lab = text("lab"), name = text("file");
        if (!student || !lab || !name) fail(file, node, "'student', 'lab' or 'file' is missing");
        if (const auto take = text("take")) answers[*student][{*lab, *name}] = *take;
    }
    return answers;
}

void write_doubts(const std::filesystem::path& file,
                  const std::map<std::string, std::vector<Doubt>>& doubts, const Answers& answers) {
    std::string text;
    for (const auto& [student, open] : doubts)
        for (const auto& doubt : open) {
            text += question(student, {doubt.lab, doubt.name});
            for (const auto& path : doubt.candidates) text += "# take = " + quoted(path) + "\n";
            text += "# take = \"\"\n";
        }
    for (const auto& [student, given] : answers)
        for (const auto& [place, path] : given)
            text += question(student, place) + "take = " + quoted(path) + "\n";
    if (text.empty())
        std::filesystem::remove(file);
    else
        write_whole(file, head + text);
}

}  // namespace grader::classes
