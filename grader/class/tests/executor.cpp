// Several tasks in parallel.
#include "class/executor.hpp"

#include <doctest/doctest.h>

#include <atomic>
#include <chrono>
#include <map>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>

TEST_CASE("each job has the device that it was given, and no other job has it") {
    using namespace grader;
    const auto kit = lab::this_kit();
    std::mutex mutex;
    std::map<std::string, int> at_work, graded;
    const classes::Judge judge(
        kit,
        [&](const suite::Request& request, build::Backend) {
            {
                const std::lock_guard lock(mutex);
                CHECK(++at_work[request.visible_device] == 1);
                ++graded[request.visible_device];
            }
            std::this_thread::sleep_for(std::chrono::milliseconds(2));
            const std::lock_guard lock(mutex);
            --at_work[request.visible_device];
            return score::LabResult{};
        },
        "");
    classes::Task task;
    task.attempt.lab = "02-simple-gather";
    task.attempt.settings.backend = "cuda";
    classes::Local(judge, {"0", "GPU-7"}).judge(std::vector(20, task), [](const auto&) {});
    CHECK(graded.size() == 2);
    CHECK(graded["0"] + graded["GPU-7"] == 20);
}

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
