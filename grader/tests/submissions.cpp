// Of the lab that LAB names, every wrong submission is caught with the words its expect.toml
// announces, and every right one in another style gets full marks.
#include <doctest/doctest.h>
#include <toml++/toml.h>

#include <algorithm>
#include <set>
#include <string>

#include "grade_command.hpp"

using namespace course;
using nlohmann::json;

namespace {

const std::set<std::string> known_keys{"why", "finding", "case", "says"};

std::vector<fs::path> submissions(const char* kind) {
    std::vector<fs::path> folders;
    for (const auto& entry :
         fs::directory_iterator(kit.source / "grader" / "submissions" / the_lab().slug / kind)) {
        folders.push_back(entry.path());
    }
    std::ranges::sort(folders);
    return folders;
}

toml::table expectation(const fs::path& folder) {
    auto table = toml::parse_file((folder / "expect.toml").string());
    for (const auto& [key, value] : table)
        CHECK_MESSAGE(known_keys.contains(std::string(key.str())), key.str());
    CHECK_MESSAGE(table["why"].value<std::string>(), "expect.toml says why");
    return table;
}

bool case_failed(const json& lab, const std::string& name) {
    for (const auto& part : lab.at("parts")) {
        for (const auto& result : part.at("cases")) {
            if (result.at("name") == name) return result.at("status") == "failed";
        }
    }
    return false;
}

bool found(const json& lab, const std::string& kind) {
    return std::ranges::any_of(lab.at("findings"),
                               [&](const json& finding) { return finding.at("kind") == kind; });
}

/// Whether `text` stands in a message, of a case or a finding.
bool says(const json& lab, const std::string& text) {
    const auto has = [&](const json& object) {
        return object.at("message").get<std::string>().find(text) != std::string::npos;
    };
    if (std::ranges::any_of(lab.at("findings"), has)) return true;
    return std::ranges::any_of(lab.at("parts"), [&](const json& part) {
        return std::ranges::any_of(part.at("cases"), has);
    });
}

/// What is not as announced, one line each.
std::string faults_of_wrong(const toml::table& expected, const Graded& graded) {
    const auto name = expected["case"].value<std::string>();
    const auto kind = expected["finding"].value<std::string>();
    const auto text = expected["says"].value<std::string>();
    std::string faults;
    if (!name && !kind) faults += "expect.toml names neither case nor finding\n";
    if (graded.status != 1) faults += "exit status " + std::to_string(graded.status) + "\n";
    if (graded.lab.at("score") >= graded.lab.at("max_score")) faults += "full marks\n";
    if (name && !case_failed(graded.lab, *name)) faults += "did not fail: " + *name + "\n";
    if (kind && !found(graded.lab, *kind)) faults += "was not found: " + *kind + "\n";
    if (text && !says(graded.lab, *text)) faults += "was not said: " + *text + "\n";
    return faults;
}

// Most are caught by the case they name; where that does not say all that was announced, the rest
// of the lab is asked, too.
Graded grade_wrong(const fs::path& folder, const toml::table& expected) {
    if (const auto name = expected["case"].value<std::string>()) {
        auto graded = grade_files(the_lab().slug, folder, {"--case", *name});
        if (faults_of_wrong(expected, graded).empty()) return graded;
    }
    return grade_files(the_lab().slug, folder);
}

}  // namespace

TEST_CASE("every wrong submission is caught, and for the right reason") {
    const auto wrong = submissions("wrong");
    CHECK(wrong.size() >= 8);
    for (const auto& folder : wrong) {
        const auto expected = expectation(folder);
        const auto graded = grade_wrong(folder, expected);
        const auto faults = faults_of_wrong(expected, graded);
        CHECK_MESSAGE(faults.empty(), folder.filename().string(), "\n", faults, graded.terminal);
    }
}

TEST_CASE("every right submission in another style gets full marks") {
    const auto right = submissions("right");
    CHECK(right.size() >= 3);
    for (const auto& folder : right) {
        expectation(folder);
        const auto graded = grade_files(the_lab().slug, folder);
        const bool full = graded.lab.at("score") == graded.lab.at("max_score");
        CHECK_MESSAGE((graded.status == 0 && full), folder.filename().string(), "\n",
                      graded.terminal);
    }
}
