#include "class/doubts.hpp"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <sstream>

#include "class/letters.hpp"
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

void read_question(const std::filesystem::path& file, const toml::node& node, Answers& answers) {
    if (!node.is_table()) fail(file, node, "'file' must be written as [[file]]");
    std::map<std::string, std::string> texts;
    for (const auto& [key, value] : *node.as_table()) {
        const std::string name(key.str());
        if (name != "student" && name != "lab" && name != "file" && name != "take")
            fail(file, value, fmt::format("unknown key '{}'", name));
        if (!value.is_string()) fail(file, value, fmt::format("'{}' must be a text", name));
        texts[name] = **value.as_string();
    }
    for (const char* key : {"student", "lab", "file"})
        if (!texts.contains(key)) fail(file, node, fmt::format("'{}' is missing", key));
    if (!texts.contains("take")) return;
    const Place place{texts["lab"], texts["file"]};
    const auto line = node.source().begin.line;
    if (!answers[composed(texts["student"])].emplace(place, Answer{texts["take"], line}).second)
        fail(file, node, "this question has been answered above");
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
    for (const auto& [key, node] : table)
        if (key != "file" || !node.is_array())
            fail(file, node, "this must be a question under [[file]]");
    if (const auto* questions = table["file"].as_array())
        for (const auto& node : *questions) read_question(file, node, answers);
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
        for (const auto& [place, answer] : given)
            text += question(student, place) + "take = " + quoted(answer.path) + "\n";
    if (text.empty())
        std::filesystem::remove(file);
    else
        write_whole(file, head + text);
}

}  // namespace grader::classes
