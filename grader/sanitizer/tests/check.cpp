// Uses a replacement for the tool that starts the given program as the real one does.
#include "sanitizer/check.hpp"

#include <doctest/doctest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

using namespace grader;
namespace fs = std::filesystem;

namespace {

struct Workplace {
    fs::path folder = fs::temp_directory_path() / ("sanitizer-test-" + std::to_string(getpid()));
    fs::path tool = folder / "bin" / "compute-sanitizer";
    fs::path program = folder / "lab" / "program";

    Workplace() {
        fs::remove_all(folder);
        // The tool's libraries are in a folder beside it, as in the CUDA Toolkit.
        script(tool, ". \"$(dirname \"$0\")/../compute-sanitizer/run\"\n");
        script(folder / "compute-sanitizer" / "run", R"(
            which=$2; shift 4; [ "$which" = memcheck ] && shift 2
            mkfifo "$TMPDIR/pipe"; "$@" >"$TMPDIR/pipe" & cat "$TMPDIR/pipe"
            echo "========= Uninitialized __global__ memory read of size 4 bytes"
            echo "=========     at $which in /x/a.cu:7")");
        script(program, "echo \"arguments: $*\"; echo '========= Leaked 4 bytes at 0x7'\n");
    }
    ~Workplace() { fs::remove_all(folder); }

    static void script(const fs::path& path, const std::string& text) {
        fs::create_directories(path.parent_path());
        std::ofstream(path) << "#!/bin/sh\n" << text;
        fs::permissions(path, fs::perms(0755));
    }
    sanitizer::Watched watched(std::vector<std::string> runs) const {
        return {.program = program, .runs = std::move(runs), .sources = {"a.cu"}};
    }
};

/// Every kind that works here.
std::vector<sandbox::Sandbox> sandboxes() {
    std::vector<sandbox::Sandbox> found;
    for (const auto kind : {sandbox::Kind::bubblewrap, sandbox::Kind::native}) {
        try {
            found.push_back(sandbox::Sandbox::of(kind));
        } catch (const sandbox::SandboxError&) {
        }
    }
    return found;
}

}  // namespace

TEST_CASE("every run is repeated under all four tools, and equal findings are merged") {
    const Workplace place;
    for (const auto& sandbox : sandboxes()) {
        CAPTURE(std::string(name(sandbox.kind())));
        const auto report =
            sanitizer::check(place.tool, place.watched({"--rows 3", "--rows 4"}), sandbox);
        CHECK(report.ran);
        CHECK(report.troubles == std::vector<std::string>{});
        for (const auto* tool : {"memcheck", "racecheck", "synccheck", "initcheck"}) {
            const auto found = std::ranges::find_if(report.findings, [&](const auto& finding) {
                return finding.tool == tool && finding.kind == "uninitialized_read";
            });
            REQUIRE_MESSAGE(found != report.findings.end(), tool);
            CHECK(found->file == "a.cu");
            CHECK(found->line == 7);
            CHECK(found->count == 2);
        }
    }
}

TEST_CASE("a program that hangs under a tool ends with its time, and the rest goes on") {
    const Workplace place;
    Workplace::script(place.program, "[ \"$1\" = --hang ] && sleep 1000; echo done\n");
    auto watched = place.watched({"--hang", "--fine"});
    watched.limit = std::chrono::milliseconds(1500);
    const auto report = sanitizer::check(place.tool, watched, sandbox::Sandbox::best());
    CHECK(report.troubles.size() == 4);
    CHECK(report.troubles.at(0) == "memcheck: --hang: stopped: ran past its time limit");
    CHECK(report.findings.size() == 4);
}

TEST_CASE("after two hanging runs in a row, the others are left out") {
    const Workplace place;
    Workplace::script(place.program, "sleep 1000\n");
    auto watched = place.watched({"--one", "--two", "--three"});
    watched.limit = std::chrono::milliseconds(700);
    const auto report = sanitizer::check(place.tool, watched, sandbox::Sandbox::best());
    REQUIRE(report.troubles.size() == 4 * 3);
    CHECK(report.troubles.back() ==
          "initcheck: two runs in a row took too long: the others are left out");
}

TEST_CASE("the tool is found on PATH and nowhere else") {
    const Workplace place;
    const std::string path = std::getenv("PATH");
    setenv("PATH", (place.tool.parent_path().string() + ":" + path).c_str(), 1);
    CHECK(sanitizer::find_tool() == fs::canonical(place.tool));
    setenv("PATH", (place.folder / "nowhere").c_str(), 1);
    CHECK_FALSE(sanitizer::find_tool());
    setenv("PATH", path.c_str(), 1);
}
