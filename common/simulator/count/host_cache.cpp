#include "simulator/count/host_cache.hpp"

#include <algorithm>

#include "simulator/trace/consumers.hpp"

namespace cusim::count {

namespace {

// Larger than the stack of any program.
constexpr std::uintptr_t stack_bytes = 64 << 20;

HostCache& cache() {
    static HostCache instance;
    return instance;
}

}  // namespace

void HostCache::start(std::uintptr_t frame) {
    for (auto& set : lines_) set.fill(none);
    latest_ = none;
    frame_ = frame;
    fetched_ = 0;
}

void HostCache::touch(memory::Address a, std::size_t size) {
    if (size == 0) return;
    if (frame_ - a < stack_bytes) a -= frame_;
    const std::uint64_t last = (a + size - 1) / line_bytes;
    for (std::uint64_t line = a / line_bytes; line <= last; ++line)
        if (line != latest_) look_up(line);
}

void HostCache::look_up(std::uint64_t line) {
    latest_ = line;
    auto& set = lines_[line % sets];
    const auto found = std::ranges::find(set, line);
    const bool hit = found != set.end();
    std::rotate(set.begin(), hit ? found : set.end() - 1, hit ? found + 1 : set.end());
    set.front() = line;
    fetched_ += !hit;
}

[[gnu::noinline]] void watch_host_cache() {
    cache().start(reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)));
    trace::host_consumer = [](memory::Address a, std::size_t size) { cache().touch(a, size); };
}

std::uint64_t stop_watching_host_cache() {
    trace::host_consumer = nullptr;
    return cache().lines_fetched();
}

}  // namespace cusim::count
