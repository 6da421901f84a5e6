// Skeletons on disk: drift is seen, writing cures it, a release uses its packed copies.
#include "skeleton/skeletons.hpp"

#include <doctest/doctest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace fs = std::filesystem;
using namespace grader;

namespace {

struct TemporaryKit {
    lab::Kit kit;
    lab::Lab lab;

    TemporaryKit() {
        kit.source = fs::temp_directory_path() / ("skeleton-test-" + std::to_string(getpid()));
        fs::remove_all(kit.source);
        lab.slug = "01-a";
        lab.folder = kit.labs() / lab.slug;
        lab.editable = {"a.cu"};
        fs::create_directories(lab.folder);
        put("solutions/01-a/a.cu", "// BEGIN SOLUTION: do it\nx();\n// END SOLUTION\n");
    }
    ~TemporaryKit() { fs::remove_all(kit.source); }

    void put(const std::string& name, const std::string& text) {
        fs::create_directories((kit.source / name).parent_path());
        std::ofstream(kit.source / name) << text;
    }
};

const std::vector<std::string> the_skeleton{"labs/01-a/a.cu"};

}  // namespace

TEST_CASE("a missing skeleton has drifted, and writing it cures that") {
    TemporaryKit t;
    CHECK(skeleton::drifted(t.kit, t.lab) == the_skeleton);
    CHECK(skeleton::write(t.kit, t.lab) == the_skeleton);
    CHECK(skeleton::drifted(t.kit, t.lab).empty());
    CHECK(skeleton::write(t.kit, t.lab).empty());
}

TEST_CASE("an edited skeleton has drifted") {
    TemporaryKit t;
    skeleton::write(t.kit, t.lab);
    t.put("labs/01-a/a.cu", "// TODO: do it (about 2 lines)\n");
    CHECK(skeleton::drifted(t.kit, t.lab) == the_skeleton);
}

TEST_CASE("without solutions the packed skeletons are the pristine ones") {
    TemporaryKit t;
    fs::remove_all(t.kit.solutions());
    CHECK_THROWS_WITH_AS(skeleton::pristine(t.kit, t.lab), "grader/skeletons/01-a/a.cu is missing",
                         skeleton::SkeletonError);
    t.put("grader/skeletons/01-a/a.cu", "packed\n");
    CHECK(skeleton::pristine(t.kit, t.lab).at(0).text == "packed\n");
}

TEST_CASE("a solution that is missing or faulty is named by its path in the kit") {
    TemporaryKit t;
    t.put("solutions/01-a/a.cu", "// END SOLUTION\n");
    CHECK_THROWS_WITH_AS(skeleton::drifted(t.kit, t.lab),
                         "solutions/01-a/a.cu:1: END SOLUTION without BEGIN SOLUTION",
                         skeleton::SkeletonError);
    fs::remove(t.kit.solutions() / "01-a/a.cu");
    CHECK_THROWS_WITH_AS(skeleton::drifted(t.kit, t.lab), "solutions/01-a/a.cu is missing",
                         skeleton::SkeletonError);
}
