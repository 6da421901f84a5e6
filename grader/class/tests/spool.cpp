#include "class/spool.hpp"

#include <doctest/doctest.h>

#include "build/stage.hpp"

using namespace grader;
using namespace grader::classes;

namespace {

struct SpoolFixture {
    build::Stage stage{std::filesystem::temp_directory_path()};
    Spool spool{stage.root() / "spool"};

    static Task task() {
        Task task;
        task.attempt.student = "Ada L\xc3\xb6we";
        task.attempt.lab = "02-simple-gather";
        task.attempt.submission = "5ub";
        task.attempt.kit_version = "k17";
        task.attempt.settings = {18446744073709551615u, "sim", "h100", "bubblewrap"};
        task.files = {{"matvec.cu", std::string("\0\xff\r\n", 4)}, {"empty.cu", ""}};
        return task;
    }
};

}  // namespace

TEST_CASE_FIXTURE(SpoolFixture, "a task arrives on the other machine as it was, each byte of it") {
    spool.add("key", task());
    const auto there = spool.task("key");
    CHECK(there.attempt.student == task().attempt.student);
    CHECK(there.attempt.settings == task().attempt.settings);
    CHECK(there.attempt.kit_version == "k17");
    REQUIRE(there.files.size() == 2);
    CHECK(there.files[0].content == task().files[0].content);
    CHECK(there.files[1].content.empty());
    spool.add_share(3, {"key", "other"});
    CHECK(spool.share(3) == std::vector<std::string>{"key", "other"});
}

TEST_CASE_FIXTURE(SpoolFixture, "a result is taken once, and is the one that was put") {
    spool.add("key", task());
    auto attempt = task().attempt;
    CHECK_FALSE(spool.take_result("key", attempt));
    auto judged = attempt;
    judged.outcome = grader::classes::Outcome::refused;
    judged.result.lab = attempt.lab;
    judged.result.reason = "does not compile";
    spool.put_result("key", judged);
    CHECK(spool.has_result("key"));
    CHECK(spool.take_result("key", attempt));
    CHECK(attempt.outcome == grader::classes::Outcome::refused);
    CHECK(attempt.result == judged.result);
    CHECK_FALSE(spool.take_result("key", attempt));
}

TEST_CASE_FIXTURE(SpoolFixture, "a result counts for the same files in the same run alone") {
    auto other = task();
    other.attempt.submission = "5ub2";
    CHECK(Spool::key_of(task(), 1) == Spool::key_of(task(), 1));
    CHECK(Spool::key_of(task(), 1) != Spool::key_of(task(), 2));
    CHECK(Spool::key_of(task(), 1) != Spool::key_of(other, 1));
}
