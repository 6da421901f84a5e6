// The course tests itself: of the lab that LAB names, the solution gets full marks in every thread
// order, the skeleton compiles and gets none, and everything a student needs is there.
#include <doctest/doctest.h>

#include <cctype>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <set>
#include <string>

#include "cli/hints.hpp"
#include "grade_command.hpp"
#include "skeleton/skeletons.hpp"

using namespace course;
using namespace grader;

namespace {

const lab::Kit kit = lab::this_kit();
const lab::Lab the_lab = kit.find(std::getenv("LAB") ? std::getenv("LAB") : "");

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

}  // namespace

TEST_CASE("the solution gets full marks in every thread order") {
    check_full_marks(grade(the_lab.slug, kit.solutions()));
    for (const auto* order : {"random:1", "random:2", "random:3"}) {
        CAPTURE(order);
        check_full_marks(grade(the_lab.slug, kit.solutions(), {"--order", order}));
    }
}

TEST_CASE("the skeleton compiles, fails loudly and scores nothing") {
    const Scratch scratch;
    fs::create_directory(scratch.path() / the_lab.slug);
    for (const auto& skeleton : skeleton::pristine(kit, the_lab)) {
        std::ofstream(scratch.path() / the_lab.slug / skeleton.path.filename()) << skeleton.text;
    }
    const auto graded = grade(the_lab.slug, scratch.path());
    INFO(graded.terminal);
    CHECK(graded.status == 1);
    CHECK(graded.lab.at("status") == "graded");
    CHECK(graded.lab.at("score") == 0);
    CHECK(graded.terminal.find("first failure") != std::string::npos);
}

TEST_CASE("no skeleton has drifted from its solution") {
    CHECK(skeleton::drifted(kit, the_lab) == std::vector<std::string>{});
}

TEST_CASE("the lab has hints in at least three steps") {
    std::ifstream in(the_lab.folder / "HINTS.md");
    CHECK(cli::hint_steps(std::string(std::istreambuf_iterator<char>(in), {})).size() >= 3);
}

TEST_CASE("no answer stands in the file that asks for it") {
    for (const auto& name : the_lab.answers) {
        std::ifstream in(the_lab.folder / name);
        for (std::string line; std::getline(in, line);)
            if (!line.empty() && std::isalpha(static_cast<unsigned char>(line[0])))
                CHECK(line.ends_with(" = \"\""));
    }
}

TEST_CASE("solutions hold what a student hands in and nothing else") {
    const auto names = the_lab.handed_in();
    CHECK(names_in(kit.solutions() / the_lab.slug) ==
          std::set<std::string>(names.begin(), names.end()));
}

TEST_CASE("the lab's folder holds what a lab needs") {
    for (const auto& name : the_lab.files()) CHECK_MESSAGE(fs::exists(the_lab.folder / name), name);
    CHECK(fs::exists(kit.source / "grader" / "suites" / (the_lab.slug + ".cpp")));
    CHECK(fs::exists(kit.source / "docs" / "labs" / (the_lab.slug + ".md")));
    CHECK_FALSE(the_lab.objectives.empty());
    CHECK(the_lab.hours > 0);
}

TEST_CASE("a lab's prerequisites are labs before it") {
    for (const auto& slug : the_lab.prerequisites) {
        CHECK(kit.find(slug).slug == slug);
        CHECK(slug < the_lab.slug);
    }
}
