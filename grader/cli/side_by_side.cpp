#include "cli/side_by_side.hpp"

#include <algorithm>
#include <atomic>
#include <future>
#include <thread>
#include <vector>

namespace grader::cli {

void side_by_side(std::size_t count, unsigned at_once,
                  const std::function<void(std::size_t)>& work) {
    if (at_once == 0) at_once = std::max(1u, std::thread::hardware_concurrency());
    std::atomic<std::size_t> next = 0;
    const auto take_turns = [&] {
        for (auto i = next++; i < count; i = next++) work(i);
    };
    std::vector<std::future<void>> workers;
    for (std::size_t i = 0; i < std::min<std::size_t>(at_once, count); ++i)
        workers.push_back(std::async(std::launch::async, take_turns));
    for (auto& worker : workers) worker.wait();
    for (auto& worker : workers) worker.get();
}

}  // namespace grader::cli
