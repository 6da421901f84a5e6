// A cluster whose commands are scripts: messages beside the answers, and missing answers.
#include "class/cluster.hpp"

#include <doctest/doctest.h>

#include <cstdlib>

#include "build/stage.hpp"

namespace cluster_tests {

using namespace grader::classes;
using grader::classes::Outcome;

namespace {

namespace fs = std::filesystem;

/// A PATH with our own sbatch, squeue and scancel.
struct Commands {
    grader::build::Stage stage{fs::temp_directory_path()};
    fs::path out = stage.root() / "out";
    const std::string path = std::getenv("PATH");

    Commands() {
        fs::create_directory(out);
        put("sbatch", "echo 'sbatch: warning: 7 of 8 nodes are down' >&2; echo '42;west'");
        put("scancel", "exit 0");
        setenv("PATH", (stage.root().string() + ":" + path).c_str(), 1);
    }
    ~Commands() { setenv("PATH", path.c_str(), 1); }

    void put(const char* name, const std::string& script) const {
        const auto file = stage.root() / name;
        grader::build::write_file(file, "#!/bin/sh\n" + script + "\n");
        fs::permissions(file, fs::perms::owner_all);
    }
    /// The result of one task.
    Attempt judged(std::chrono::seconds patience = std::chrono::seconds(600)) const {
        Task task;
        task.attempt.student = "ada";
        task.attempt.lab = "02-simple-gather";
        Attempt result;
        Cluster({.out = out, .sbatch = "", .patience = patience}, 1)
            .judge({task}, [&](const Attempt& attempt) { result = attempt; });
        return result;
    }
};

}  // namespace

TEST_CASE("a warning of sbatch is not taken for the job's number") {
    const Commands commands;
    commands.put("squeue", "exit 0");
    const auto attempt = commands.judged();
    CHECK(attempt.outcome == Outcome::grader_failed);
    CHECK(attempt.result.reason == "job 42 left no result; see spool/job-*.txt");
}

TEST_CASE("an answer of sbatch that is no number ends it in one line") {
    const Commands commands;
    commands.put("sbatch", "echo 'Submitted batch job 42'");
    CHECK_THROWS_WITH_AS(commands.judged(), "sbatch: Submitted batch job 42", ClassError);
}

TEST_CASE("if squeue does not work, the wait ends and the spool stays") {
    const Commands commands;
    commands.put("squeue", "echo 'squeue: not found' >&2; exit 127");
    CHECK_THROWS_WITH_AS(commands.judged(), doctest::Contains("squeue: not found"), ClassError);
    CHECK(fs::exists(commands.out / "spool/job"));
    commands.put("squeue", "echo 'Unable to contact slurm controller' >&2; exit 1");
    CHECK_THROWS_WITH_AS(commands.judged(std::chrono::seconds(1)),
                         doctest::Contains("how job 42 stands: Unable to contact"), ClassError);
    CHECK(fs::exists(commands.out / "spool/tasks"));
}

}  // namespace cluster_tests
