// A lab graded rung by rung, with a suite that needs no program. Suites run inside doctest, so the
// lab is graded before the checks of its results begin.
#include "cli/rungs.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <stdexcept>

#include "cli/supervise.hpp"
#include "suite/suite.hpp"

LAB_SUITE("00-rungs");

namespace {

int left_behind = 0;

}  // namespace

GRADED(correct, "rung 1: leaves something in memory", 1) {
    expect(left_behind++ == 0, "it ran before");
}
GRADED(correct, "rung 1: in the same process", 1) {
    expect(left_behind == 1, "the case before it left nothing");
}
GRADED(correct, "rung 2: takes its time", 2) {
    usleep(50'000);
    expect(left_behind == 0, "something was left behind");
}
GRADED(correct, "rung 2: loses its point", 4) {
    fail("lost");
}
GRADED(correct, "rung 3: finds nothing of the first", 8) {
    expect(left_behind == 0, "something was left behind");
}

GRADED(correct, "rung 4: ends its process where it is told to", 0) {
    if (std::getenv("RUNGS_TEST_ENDS")) _exit(3);
}

TEST_SUITE_END();

namespace {

using grader::score::LabResult;
namespace fs = std::filesystem;

struct Graded {
    LabResult lab;
    std::string log;
};

std::map<std::string, Graded> results;
std::string trouble, trouble_of_compiler;
LabResult refused_on_device;

Request request_for_rungs() {
    Request request;
    request.lab = "00-rungs";
    request.program = "/usr/bin/true";  // never started
    request.sandbox = grader::sandbox::Sandbox::best(true).kind();
    return request;
}

Graded graded(unsigned at_once, bool until_failure = false) {
    Request request = request_for_rungs();
    request.until_first_failure = until_failure;
    request.log = fs::temp_directory_path() / ("rungs-test-" + std::to_string(getpid()));
    Graded all{grader::cli::grade_rungs(request, at_once), ""};
    std::ifstream in(request.log);
    all.log.assign(std::istreambuf_iterator<char>(in), {});
    fs::remove(request.log);
    return all;
}

LabResult graded_on_device(const DeviceProgramsWhenBuilt& when_built) {
    Request request = request_for_rungs();
    request.on_device = true;
    return grader::cli::grade_rungs(request, 2, when_built);
}

void grade_where_the_compiler_ends() {
    try {
        graded_on_device(
            []() -> std::optional<DevicePrograms> { throw std::runtime_error("nvcc is gone"); });
    } catch (const std::runtime_error& error) {
        trouble_of_compiler = error.what();
    }
}

void grade_what_ends() {
    setenv("RUNGS_TEST_ENDS", "1", 1);
    try {
        graded(2);
    } catch (const grader::cli::SuperviseError& error) {
        trouble = error.what();
    }
}

}  // namespace

TEST_CASE("each rung has its own memory, and its cases share it") {
    CHECK(results["one"].lab.score == 12);
    CHECK(results["one"].lab.max_score == 16);
}

TEST_CASE("as many at once as one likes: the result and the log are the same") {
    CHECK(results["one"].lab == results["two"].lab);
    CHECK(results["one"].lab == results["many"].lab);
    CHECK(results["one"].log == results["two"].log);
    CHECK(results["one"].log == results["many"].log);
    CHECK(results["one"].log.find("rung 1") < results["one"].log.find("rung 3"));
}

TEST_CASE("rungs after a lost point are left out if only full marks matter") {
    const LabResult& lab = results["until it fails"].lab;
    CHECK(lab.score == 4);
    CHECK(lab.max_score == 8);
}

TEST_CASE("no child process remains when grading stops early") {
    CHECK(results["until it fails, two"].lab.score == 4);
    CHECK(waitpid(-1, nullptr, WNOHANG) == -1);  // no child is left
}

TEST_CASE("a rung that cannot be graded is an error of the grader, not a mark") {
    CHECK(trouble == "judging rung 4 ended with status 3");
}

TEST_CASE("what the compiler for the device refuses is judged on the simulator") {
    CHECK(refused_on_device.score == results["one"].lab.score);
    CHECK(refused_on_device.max_score == results["one"].lab.max_score);
}

TEST_CASE("where the compiler for the device ends, the caller gets its exception") {
    CHECK(trouble_of_compiler == "nvcc is gone");
}

int main(int argc, char** argv) {
    if (argc == 2 && argv[1] == std::string(grader::cli::rung_command)) {
        grader::cli::serve_rung();
        return 0;
    }
    results["one"] = graded(1);
    results["two"] = graded(2);
    results["many"] = graded(9);
    results["until it fails"] = graded(1, true);
    results["until it fails, two"] = graded(2, true);
    refused_on_device = graded_on_device([] { return std::nullopt; });
    grade_where_the_compiler_ends();
    grade_what_ends();
    doctest::Context context(argc, argv);
    context.addFilter("test-suite-exclude", "00-rungs");
    return context.run();
}
