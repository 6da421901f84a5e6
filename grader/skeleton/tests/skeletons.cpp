// Skeletons on disk: differences are found, writing removes them, and a release uses its packed
// copies.
#include "skeleton/skeletons.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "lab/tests/temporary_kit.hpp"

namespace fs = std::filesystem;
using namespace grader;

namespace {

struct OneSolution : lab::tests::TemporaryKit {
    lab::Lab lab;

    OneSolution() {
        lab.slug = "01-a";
        lab.folder = kit.labs() / lab.slug;
        lab.editable = {"a.cu"};
        fs::create_directories(lab.folder);
        put("solutions/01-a/a.cu", "// BEGIN SOLUTION: do it\nx();\n// END SOLUTION\n");
    }
};

const std::vector<std::string> the_skeleton{"labs/01-a/a.cu"};

}  // namespace

TEST_CASE("a missing skeleton has drifted, and writing it cures that") {
    OneSolution t;
    CHECK(skeleton::drifted(t.kit, t.lab) == the_skeleton);
    CHECK(skeleton::write(t.kit, t.lab) == the_skeleton);
    CHECK(skeleton::drifted(t.kit, t.lab).empty());
    CHECK(skeleton::write(t.kit, t.lab).empty());
}

TEST_CASE("an edited skeleton has drifted") {
    OneSolution t;
    skeleton::write(t.kit, t.lab);
    t.put("labs/01-a/a.cu", "// TODO: do it (about 2 lines)\n");
    CHECK(skeleton::drifted(t.kit, t.lab) == the_skeleton);
}

TEST_CASE("without solutions the packed skeletons are the pristine ones") {
    OneSolution t;
    fs::remove_all(t.kit.solutions());
    CHECK_THROWS_WITH_AS(skeleton::pristine(t.kit, t.lab), "grader/skeletons/01-a/a.cu is missing",
                         skeleton::SkeletonError);
    t.put("grader/skeletons/01-a/a.cu", "packed\n");
    CHECK(skeleton::pristine(t.kit, t.lab).at(0).text == "packed\n");
}

TEST_CASE("a solution that is missing or faulty is named by its path in the kit") {
    OneSolution t;
    t.put("solutions/01-a/a.cu", "// END SOLUTION\n");
    CHECK_THROWS_WITH_AS(skeleton::drifted(t.kit, t.lab),
                         "solutions/01-a/a.cu:1: END SOLUTION without BEGIN SOLUTION",
                         skeleton::SkeletonError);
    fs::remove(t.kit.solutions() / "01-a/a.cu");
    CHECK_THROWS_WITH_AS(skeleton::drifted(t.kit, t.lab), "solutions/01-a/a.cu is missing",
                         skeleton::SkeletonError);
}
