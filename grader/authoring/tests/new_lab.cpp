// A lab made from the template: the paths of its files, and what is refused.
#include "authoring/new_lab.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cstdlib>
#include <fstream>

#include "authoring/rules.hpp"
#include "build/stage.hpp"
#include "mutants/kept_submissions.hpp"

namespace new_lab_tests {

using namespace grader;

namespace {

namespace fs = std::filesystem;

/// A kit that contains only the template, the table of labs and two labs.
struct SmallKit {
    build::Stage stage{fs::temp_directory_path()};
    lab::Kit kit;

    SmallKit() {
        const auto real = lab::this_kit();
        kit = {stage.root(), real.build, {"02-simple-gather", "20-last"}};
        fs::create_directories(kit.source / "grader/authoring");
        fs::copy(real.source / "grader/authoring/template",
                 kit.source / "grader/authoring/template", fs::copy_options::recursive);
        std::ofstream(kit.source / "meson.build")
            << "labs = [\n  '02-simple-gather',\n  '20-last',\n]\n";
    }
};

}  // namespace

TEST_CASE("a new lab keeps every rule that can be read off its files") {
    SmallKit small;
    CHECK(authoring::new_lab(small.kit, "14-prefix-sum").size() == 14);
    small.kit.slugs = {"02-simple-gather", "14-prefix-sum", "20-last"};
    const auto lab = lab::load(small.kit.labs() / "14-prefix-sum");
    CHECK(lab.title == "Prefix sum");
    CHECK(lab.editable == std::vector<std::string>{"prefix_sum.cu"});
    for (const auto& rule : authoring::rules_of_files(small.kit, lab))
        CHECK_MESSAGE(rule.faults.empty(), rule.promise, ": ", rule.faults[0]);
    CHECK(build::read_file(small.kit.source / "meson.build") ==
          "labs = [\n  '02-simple-gather',\n  '14-prefix-sum',\n  '20-last',\n]\n");
    const auto suite = build::read_file(small.kit.source / "grader/suites/14-prefix-sum.cpp");
    CHECK(suite.find('@') == suite.npos);
}

TEST_CASE("the right submissions of a new lab compile") {
    SmallKit small;
    authoring::new_lab(small.kit, "14-prefix-sum");
    const auto lab = lab::load(small.kit.labs() / "14-prefix-sum");
    int compiled = 0;
    mutants::for_each_laid(small.kit, lab, "right.toml", [&](const auto& right, const auto& files) {
        const auto command = fmt::format(
            "'{}' -I '{}' -I '{}' -c '{}' -o '{}'", (small.kit.build / "simcc").string(),
            small.kit.common().string(), lab.folder.string(), (files / "prefix_sum.cu").string(),
            (files / "object.o").string());
        CHECK_MESSAGE(std::system(command.c_str()) == 0, right.name);
        ++compiled;
    });
    CHECK(compiled >= static_cast<int>(authoring::fewest_right));
}

TEST_CASE("an invalid name, and a number in use, are refused before a file is written") {
    const SmallKit small;
    for (const char* name : {"", "prefix-sum", "4-x", "14-Prefix", "14-", "14-a b", "../14-x"})
        CHECK_THROWS_WITH_AS(authoring::new_lab(small.kit, name),
                             doctest::Contains("not a name of a lab"), authoring::CourseError);
    CHECK_THROWS_WITH_AS(authoring::new_lab(small.kit, "02-other"),
                         "number 02 is taken by 02-simple-gather", authoring::CourseError);
    CHECK_FALSE(fs::exists(small.kit.labs()));
}

}  // namespace new_lab_tests
