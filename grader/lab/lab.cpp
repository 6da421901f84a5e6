// Reads lab.toml. Unknown keys are errors, so that a misspelled key does not silently get its
// default.
#include "lab/lab.hpp"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <array>
#include <string_view>

namespace grader::lab {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const fs::path& file, const toml::source_region& where,
                       std::string_view what) {
    if (where.begin.line == 0) throw LabError(fmt::format("{}: {}", file.string(), what));
    throw LabError(fmt::format("{}:{}: {}", file.string(), where.begin.line, what));
}

std::string text(const fs::path& file, const toml::node& node, std::string_view key) {
    const auto value = node.value_exact<std::string>();
    if (!value || value->empty()) {
        fail(file, node.source(), fmt::format("'{}' must be a text that is not empty", key));
    }
    return *value;
}

std::vector<std::string> texts(const fs::path& file, const toml::node& node, std::string_view key) {
    const auto* array = node.as_array();
    if (!array) fail(file, node.source(), fmt::format("'{}' must be a list of texts", key));
    std::vector<std::string> values;
    for (const auto& element : *array) values.push_back(text(file, element, key));
    return values;
}

std::vector<std::string> names(const fs::path& file, const toml::node& node, std::string_view key) {
    auto names = texts(file, node, key);
    for (const auto& name : names) {
        if (fs::path(name).filename() != name || name.starts_with('.')) {
            fail(file, node.source(), fmt::format("'{}' is not a plain file name", name));
        }
    }
    return names;
}

std::map<std::string, std::string> texts_by_name(const fs::path& file, const toml::node& node,
                                                 std::string_view key) {
    const auto* table = node.as_table();
    if (!table) fail(file, node.source(), fmt::format("'{}' must be a table of texts", key));
    std::map<std::string, std::string> values;
    for (const auto& [name, value] : *table)
        values[std::string(name.str())] = text(file, value, name.str());
    return values;
}

double positive(const fs::path& file, const toml::node& node, std::string_view key) {
    const double number = node.value<double>().value_or(0);
    if (!(number > 0))
        fail(file, node.source(), fmt::format("'{}' must be a positive number", key));
    return number;
}

score::RungPoints points(const fs::path& file, const toml::node& node) {
    score::RungPoints points;
    const auto table_of = [&](const toml::node& value, std::string_view key) -> const toml::table& {
        if (const auto* table = value.as_table()) return *table;
        fail(file, value.source(),
             fmt::format("'{}' must be a table such as {{ correct = 20, safe = 5 }}", key));
    };
    for (const auto& [rung, parts] : table_of(node, "points"))
        for (const auto& [name, worth] : table_of(parts, rung.str())) {
            const auto part = score::part_named(name.str());
            if (!part)
                fail(file, worth.source(), fmt::format("no part is called '{}'", name.str()));
            points[std::string(rung.str())][*part] = positive(file, worth, name.str());
        }
    return points;
}

/// A number stands for a formula that uses no size.
std::map<std::string, std::string> limits(const fs::path& file, const toml::node& node) {
    const auto* table = node.as_table();
    if (!table) fail(file, node.source(), "'limits' must be a table of formulas");
    std::map<std::string, std::string> values;
    for (const auto& [name, value] : *table)
        values[std::string(name.str())] = value.is_number()
                                              ? fmt::format("{}", positive(file, value, name.str()))
                                              : text(file, value, name.str());
    return values;
}

void read_key(Lab& lab, const fs::path& file, std::string_view key, const toml::node& node) {
    if (key == "title") {
        lab.title = text(file, node, key);
    } else if (key == "language") {
        if (text(file, node, key) != "python")
            fail(file, node.source(), "'language' can be \"python\"");
        lab.python = true;
    } else if (key == "editable") {
        lab.editable = names(file, node, key);
    } else if (key == "answers") {
        lab.answers = names(file, node, key);
    } else if (key == "given") {
        lab.given = names(file, node, key);
    } else if (key == "objectives") {
        lab.objectives = texts(file, node, key);
    } else if (key == "prerequisites") {
        lab.prerequisites = texts(file, node, key);
    } else if (key == "sanitize") {
        lab.sanitize = texts(file, node, key);
    } else if (key == "picture") {
        lab.picture = text(file, node, key);
    } else if (key == "also") {
        lab.also = texts_by_name(file, node, key);
    } else if (key == "hunts") {
        lab.hunts = texts_by_name(file, node, key);
    } else if (key == "board") {
        const auto value = node.value_exact<bool>();
        if (!value) fail(file, node.source(), "'board' can be true or false");
        lab.board = *value;
    } else if (key == "hours") {
        lab.hours = positive(file, node, key);
    } else if (key == "points") {
        lab.points = points(file, node);
    } else if (key == "limits") {
        lab.limits = limits(file, node);
    } else {
        fail(file, node.source(), fmt::format("unknown key '{}'", key));
    }
}

}  // namespace

std::vector<std::string> Lab::files() const {
    std::vector<std::string> all{"README.md", "HINTS.md", "lab.toml", "main.cpp"};
    if (!python) all.push_back("lab.hpp");
    if (std::filesystem::exists(folder / "ANSWERS.md")) all.push_back("ANSWERS.md");
    all.insert(all.end(), given.begin(), given.end());
    const auto taken = handed_in();
    all.insert(all.end(), taken.begin(), taken.end());
    return all;
}

std::vector<std::string> Lab::handed_in() const {
    auto all = editable;
    all.insert(all.end(), answers.begin(), answers.end());
    return all;
}

Lab load(const fs::path& folder) {
    const auto file = folder / "lab.toml";
    toml::table table;
    try {
        table = toml::parse_file(file.string());
    } catch (const toml::parse_error& error) {
        fail(file, error.source(), error.description());
    }
    Lab lab;
    lab.slug = folder.filename().string();
    lab.folder = folder;
    for (const auto& [key, node] : table) read_key(lab, file, key.str(), node);
    if (lab.title.empty()) fail(file, {}, "'title' is missing");
    if (lab.editable.empty()) fail(file, {}, "'editable' is missing or empty");
    if (lab.python && lab.editable.size() != 1)
        fail(file, {}, "a lab in Python has one editable file");
    return lab;
}

}  // namespace grader::lab
