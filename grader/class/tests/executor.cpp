// Several tasks in parallel.
#include "class/executor.hpp"

#include <doctest/doctest.h>

#include <atomic>
#include <stdexcept>

TEST_CASE("an exception for one result stops all workers") {
    using namespace grader;
    const auto kit = lab::this_kit();
    const classes::Judge judge(
        kit, [](const suite::Request&, build::Backend) { return score::LabResult{}; }, "");
    classes::Task task;
    task.attempt.lab = "02-simple-gather";
    task.attempt.settings.backend = "sim";
    std::atomic<int> done = 0;
    const auto full = [&](const classes::Attempt&) {
        ++done;
        throw std::runtime_error("the disk is full");
    };
    CHECK_THROWS_WITH(classes::Local(judge, 2).judge(std::vector(50, task), full),
                      "the disk is full");
    CHECK(done <= 2);
}
