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

/// What a module is refused for, except that it has code for the host, which these programs have.
std::string refused_for(const std::string& details) {
    std::string others;
    std::istringstream lines(details);
    for (std::string line; std::getline(lines, line);)
        if (!line.empty() && line.find(" is the host's: write") == line.npos) others += line + '\n';
    return others;
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
        if (result.reason != "") CHECK_MESSAGE(refused_for(result.details) == "", name);
    }
}
