// Programs as students and textbooks write them are accepted: vetted and compiled, and none of
// their external symbols is refused. Each one is valid for nvcc, too (nvcc.sh).
#include <doctest/doctest.h>

#include <algorithm>
#include <sstream>
#include <string>

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

/// Whether a module is refused only because it has code for the host, as these programs have.
bool has_only_code_for_the_host(const std::string& details) {
    bool any = false;
    std::istringstream lines(details);
    for (std::string line; std::getline(lines, line);) {
        if (line.empty()) continue;
        if (line.find(" is the host's: write") == line.npos) return false;
        any = true;
    }
    return any;
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
        const bool is_taken = result.reason == "" || has_only_code_for_the_host(result.details);
        CHECK_MESSAGE(is_taken, name, "\n", result.details);
    }
}
