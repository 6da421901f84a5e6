// A helper process that misbehaves in every way it can.
#include "cli/supervise.hpp"

#include <doctest/doctest.h>
#include <unistd.h>

#include <fstream>
#include <iterator>

namespace fs = std::filesystem;
using namespace grader::cli;

namespace {

struct Shell {
    fs::path log = fs::temp_directory_path() / ("supervise-test-" + std::to_string(getpid()));

    ~Shell() { fs::remove(log); }

    Job job(const std::string& script) const { return {{"/bin/sh", "-c", script}, "", log}; }
    Supervised run(const std::string& script) const { return supervise(job(script)); }
    std::string logged() const {
        std::ifstream in(log);
        return {std::istreambuf_iterator<char>(in), {}};
    }
};

}  // namespace

TEST_CASE("input arrives, output is returned, the rest goes to the log") {
    Shell shell;
    auto job = shell.job("read line; echo out; echo err >&2; echo \"got $line\" >&3");
    job.input = "this\n";
    const auto result = supervise(job);
    CHECK(result.output == "got this\n");
    CHECK(result.trouble.empty());
    CHECK(shell.logged() == "out\nerr\n");
}

TEST_CASE("input that takes a while to make arrives after the rest") {
    Shell shell;
    auto job = shell.job("read first; echo \"$first\"; read later; echo \"$first, $later\" >&3");
    job.input = "first\n";
    // Made only when the job has read the rest.
    job.later_input = [&] {
        while (shell.logged() != "first\n") usleep(1000);
        return std::string("later\n");
    };
    CHECK(supervise(job).output == "first, later\n");
}

TEST_CASE("without the rest of its input, a job sees its end") {
    Shell shell;
    auto job = shell.job("read first; read later || echo \"only $first\"");
    job.input = "first\n";
    struct Refusal {};  // an exception of any type
    job.later_input = []() -> std::string { throw Refusal{}; };
    CHECK_THROWS_AS(supervise(job), Refusal);
    CHECK(shell.logged() == "only first\n");
    job = shell.job("exit 3");  // before there is any
    job.later_input = [] {
        usleep(50'000);
        return std::string("for nobody\n");
    };
    CHECK(supervise(job).trouble == "ended with status 3");
}

TEST_CASE("an exit status, a signal and a missing program are distinguished") {
    Shell shell;
    CHECK(shell.run("echo partial >&3; exit 3").trouble == "ended with status 3");
    CHECK(shell.run("kill -SEGV $$").trouble == "ended by signal 11 (Segmentation fault)");
    CHECK(supervise({{"/nonexistent"}, "", shell.log}).trouble == "ended with status 127");
}

TEST_CASE("a helper that hangs is ended when its time is up") {
    Shell shell;
    auto job = shell.job("exec sleep 1000");
    job.limit = std::chrono::seconds(1);
    CHECK(supervise(job).trouble == "did not end within 1 s");
}

TEST_CASE("a helper that floods is ended") {
    Shell shell;
    auto job = shell.job("exec cat /dev/zero >&3");
    job.most_output = 100'000;
    const auto result = supervise(job);
    CHECK(result.trouble == "wrote more than 100000 bytes");
    CHECK(result.output.size() < 300'000);
}

TEST_CASE("a log that cannot be written is an error with its name") {
    CHECK_THROWS_WITH_AS(supervise({{"/bin/true"}, "", "/nonexistent/log"}),
                         "/nonexistent/log: No such file or directory", SuperviseError);
}
