#include "clock.hpp"

namespace runner::sweep {

namespace {

constexpr int calls_in_a_batch = 10;

}  // namespace

float Clock::cold(const std::function<void()>& call) {
    eviction_.queue();
    start_.record();
    call();
    stop_.record();
    stop_.wait();
    return 1e3f * stop_.milliseconds_since(start_);
}

float Clock::warm(const std::function<void()>& call) {
    eviction_.queue();
    call();
    start_.record();
    for (int i = 0; i < calls_in_a_batch; ++i) call();
    stop_.record();
    stop_.wait();
    return 1e3f * stop_.milliseconds_since(start_) / calls_in_a_batch;
}

}  // namespace runner::sweep
