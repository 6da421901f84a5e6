// The course tests itself: of the lab that LAB names, the solution gets full marks in every thread
// order, the skeleton compiles and gets none, and everything a student needs is there.
#include <doctest/doctest.h>

#include <cctype>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "lab/hints.hpp"
#include "grade_command.hpp"
#include "skeleton/skeletons.hpp"

using namespace course;
using namespace grader;

namespace {

std::set<std::string> names_in(const fs::path& folder) {
    std::set<std::string> names;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
        if (entry.is_regular_file()) names.insert(entry.path().lexically_relative(folder).string());
    }
    return names;
}

void check_full_marks(const Graded& graded) {
    INFO(graded.terminal);
    CHECK(graded.status == 0);
    CHECK(graded.lab.at("status") == "graded");
    CHECK(graded.lab.at("score") == graded.lab.at("max_score"));
    CHECK(graded.lab.at("max_score") == 100);
}

/// In the usual orders; graded once.
const Graded& graded_solution() {
    static const Graded graded = grade(the_lab().slug, kit.solutions());
    return graded;
}

/// Points by rung ("rung 1", "first hunt") and part, as the suite gives them.
using Points = std::map<std::string, std::map<std::string, double>>;

Points points_of_suite(const Graded& graded) {
    Points points;
    for (const auto& part : graded.lab.at("parts"))
        for (const auto& one : part.at("cases")) {
            const auto name = one.at("name").get<std::string>();
            points[name.substr(0, name.find(':'))][part.at("name")] +=
                one.at("max_score").get<double>();
        }
    return points;
}

std::vector<std::string> cells_of(const std::string& line) {
    std::vector<std::string> cells;
    std::istringstream in(line.substr(1));
    for (std::string cell; std::getline(in, cell, '|');) {
        const auto begin = cell.find_first_not_of(' ');
        cells.push_back(begin == std::string::npos
                            ? ""
                            : cell.substr(begin, cell.find_last_not_of(' ') - begin + 1));
    }
    return cells;
}

/// The same from the task sheet's table, which begins with "| points |".
Points points_of_sheet(const fs::path& sheet) {
    Points points;
    std::vector<std::string> parts;
    std::ifstream in(sheet);
    for (std::string line; std::getline(in, line);) {
        if (line.starts_with("| points |")) {
            parts = cells_of(line);
        } else if (!parts.empty() && !line.starts_with("|")) {
            break;
        } else if (!parts.empty() && !line.starts_with("|-")) {
            const auto cells = cells_of(line);
            for (std::size_t i = 1; i < cells.size(); ++i)
                if (!cells[i].empty()) points[cells[0]][parts.at(i)] = std::stod(cells[i]);
        }
    }
    return points;
}

}  // namespace

TEST_CASE("the solution gets full marks in every thread order") {
    check_full_marks(graded_solution());
    for (const auto* order : {"random:1", "random:2", "random:3"}) {
        CAPTURE(order);
        check_full_marks(grade(the_lab().slug, kit.solutions(), {"--order", order}));
    }
}

TEST_CASE("the task sheet's table of points gives those of the suite") {
    CHECK(points_of_sheet(the_lab().folder / "README.md") == points_of_suite(graded_solution()));
}

TEST_CASE("the task sheet says which headers may be included") {
    CHECK(
        content(the_lab().folder / "README.md")
            .find("**Headers** `lab.hpp`, the kit's, C++'s but for threads and files, and CUDA's: "
                  "[the list](../../docs/grading.md#headers)") != std::string::npos);
}

TEST_CASE("the skeleton compiles, fails loudly and scores nothing") {
    const Scratch scratch;
    fs::create_directory(scratch.path() / the_lab().slug);
    for (const auto& skeleton : skeleton::pristine(kit, the_lab())) {
        std::ofstream(scratch.path() / the_lab().slug / skeleton.path.filename()) << skeleton.text;
    }
    const auto graded = grade(the_lab().slug, scratch.path());
    INFO(graded.terminal);
    CHECK(graded.status == 1);
    CHECK(graded.lab.at("status") == "graded");
    CHECK(graded.lab.at("score") == 0);
    const bool fails = graded.terminal.find("first failure") != std::string::npos;
    const bool asks = graded.terminal.find("still to do") != std::string::npos;
    CHECK((fails || asks));
}

TEST_CASE("no skeleton has drifted from its solution") {
    CHECK(skeleton::drifted(kit, the_lab()) == std::vector<std::string>{});
}

TEST_CASE("the lab has hints in at least three steps") {
    std::ifstream in(the_lab().folder / "HINTS.md");
    CHECK(lab::hint_steps(std::string(std::istreambuf_iterator<char>(in), {})).size() >= 3);
}

TEST_CASE("no answer stands in the file that asks for it") {
    for (const auto& name : the_lab().answers) {
        std::ifstream in(the_lab().folder / name);
        for (std::string line; std::getline(in, line);)
            if (!line.empty() && std::isalpha(static_cast<unsigned char>(line[0])))
                CHECK(line.ends_with(" = \"\""));
    }
}

TEST_CASE("solutions hold what a student hands in and nothing else") {
    const auto names = the_lab().handed_in();
    CHECK(names_in(kit.solutions() / the_lab().slug) ==
          std::set<std::string>(names.begin(), names.end()));
}

TEST_CASE("the lab's folder holds what a lab needs") {
    for (const auto& name : the_lab().files())
        CHECK_MESSAGE(fs::exists(the_lab().folder / name), name);
    CHECK(fs::exists(kit.source / "grader" / "suites" / (the_lab().slug + ".cpp")));
    CHECK(fs::exists(kit.source / "docs" / "labs" / (the_lab().slug + ".md")));
    CHECK_FALSE(the_lab().objectives.empty());
    CHECK(the_lab().hours > 0);
}

TEST_CASE("a lab calls functions of labs before it only") {
    for (const auto& [option, slug] : the_lab().also) {
        CHECK(kit.find(slug).slug == slug);
        CHECK(slug < the_lab().slug);
    }
}

TEST_CASE("a lab's prerequisites are labs before it") {
    for (const auto& slug : the_lab().prerequisites) {
        CHECK(kit.find(slug).slug == slug);
        CHECK(slug < the_lab().slug);
    }
}
