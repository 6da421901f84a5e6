// Programs as students and textbooks write them are accepted: vetted and compiled, and none of
// their external symbols is refused. Each one is valid for nvcc, too (nvcc.sh).
#include <doctest/doctest.h>

#include <algorithm>

#include "build/build.hpp"
#include "grade_command.hpp"
#include "sandbox/sandbox.hpp"

using namespace course;

namespace {

std::vector<fs::path> programs() {
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(kit.source / "grader/tests/honest"))
        files.push_back(entry.path());
    std::ranges::sort(files);
    return files;
}

}  // namespace

TEST_CASE("honest programs are taken") {
    const auto files = programs();
    CHECK(files.size() >= 20);
    for (const fs::path& path : files) {
        const auto name = path.filename().string();
        const auto result =
            grader::build::build_module(kit, kit.find("12"), {name, content(path), {}, 0x10000000},
                                        grader::sandbox::Sandbox::best());
        CHECK_MESSAGE(result.reason == "", name, "\n", result.details);
    }
}
