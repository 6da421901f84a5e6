#include "class/executor.hpp"

#include <atomic>
#include <future>

namespace grader::classes {

void Local::judge(std::vector<Task> tasks, const Done& done) {
    std::atomic<std::size_t> next = 0;
    std::atomic<bool> stopped = false;
    const auto serve = [&](const std::string& device) {
        try {
            for (auto i = next++; i < tasks.size() && !stopped; i = next++) {
                judge_.grade(tasks[i].attempt, tasks[i].files, device);
                done(tasks[i].attempt);
            }
        } catch (...) {
            stopped = true;
            throw;
        }
    };
    std::vector<std::future<void>> workers;
    for (const auto& device : devices_)
        workers.push_back(std::async(std::launch::async, serve, device));
    for (auto& worker : workers) worker.get();
}

}  // namespace grader::classes
