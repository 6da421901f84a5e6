// <helper_timer.h> of the CUDA samples, with the same function names: a stopwatch in milliseconds.
// Written for the simulator; if a program has the samples' own file, that one is used.
#pragma once

#include <chrono>

class StopWatchInterface {
  public:
    virtual ~StopWatchInterface() = default;

    virtual void start() {
        begin_ = Clock::now();
        running_ = true;
    }
    virtual void stop() {
        last_ = since_start();
        total_ += last_;
        running_ = false;
        ++sessions_;
    }
    virtual void reset() {
        total_ = last_ = 0;
        sessions_ = 0;
        begin_ = Clock::now();
    }
    virtual float getTime() { return running_ ? since_start() : total_; }
    virtual float getAverageTime() { return sessions_ > 0 ? total_ / float(sessions_) : 0.0f; }

  private:
    using Clock = std::chrono::steady_clock;

    float since_start() const {
        return std::chrono::duration<float, std::milli>(Clock::now() - begin_).count();
    }

    Clock::time_point begin_ = Clock::now();
    float total_ = 0, last_ = 0;
    int sessions_ = 0;
    bool running_ = false;
};
using StopWatchLinux = StopWatchInterface;

// Each returns false if there is no timer.
inline bool sdkCreateTimer(StopWatchInterface** timer) {
    *timer = new StopWatchInterface;
    return true;
}
inline bool sdkDeleteTimer(StopWatchInterface** timer) {
    if (!*timer) return false;
    delete *timer;
    *timer = nullptr;
    return true;
}
inline bool sdkStartTimer(StopWatchInterface** timer) {
    if (*timer) (*timer)->start();
    return *timer != nullptr;
}
inline bool sdkStopTimer(StopWatchInterface** timer) {
    if (*timer) (*timer)->stop();
    return *timer != nullptr;
}
inline bool sdkResetTimer(StopWatchInterface** timer) {
    if (*timer) (*timer)->reset();
    return *timer != nullptr;
}
inline float sdkGetTimerValue(StopWatchInterface** timer) {
    return *timer ? (*timer)->getTime() : -1.0f;
}
inline float sdkGetAverageTimerValue(StopWatchInterface** timer) {
    return *timer ? (*timer)->getAverageTime() : 0.0f;
}
