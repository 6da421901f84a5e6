#include "class/executor.hpp"

#include <atomic>
#include <future>

namespace grader::classes {

void Local::judge(std::vector<Task> tasks, const Done& done) {
    std::atomic<std::size_t> next = 0;
    const auto serve = [&] {
        for (auto i = next++; i < tasks.size(); i = next++) {
            judge_.grade(tasks[i].attempt, tasks[i].files);
            done(tasks[i].attempt);
        }
    };
    std::vector<std::future<void>> workers;
    for (unsigned i = 0; i < jobs_; ++i) workers.push_back(std::async(std::launch::async, serve));
    for (auto& worker : workers) worker.get();
}

}  // namespace grader::classes
