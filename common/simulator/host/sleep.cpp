// Host threads that sleep let others run in the meantime.
#include <cerrno>

#include "simulator/host/real.hpp"
#include "simulator/host/turns.hpp"

using namespace cusim::host;

namespace {

timespec after(clockid_t clock, const timespec& length) {
    timespec now;
    clock_gettime(clock, &now);
    const long nanoseconds = now.tv_nsec + length.tv_nsec;
    return {now.tv_sec + length.tv_sec + nanoseconds / 1'000'000'000, nanoseconds % 1'000'000'000};
}

bool is_time(const timespec& time) {
    return time.tv_sec >= 0 && time.tv_nsec >= 0 && time.tv_nsec < 1'000'000'000;
}

void sleep_until(const Deadline& deadline) {
    block(&deadline, &deadline);
}

}  // namespace

extern "C" {

int clock_nanosleep(clockid_t clock, int flags, const timespec* time, timespec* left) {
    if (!several || !time || !is_time(*time))
        return real::clock_nanosleep()(clock, flags, time, left);
    sleep_until({clock, flags & TIMER_ABSTIME ? *time : after(clock, *time)});
    return 0;
}

int nanosleep(const timespec* time, timespec* left) {
    if (!several || !time || !is_time(*time)) return real::nanosleep()(time, left);
    sleep_until({CLOCK_MONOTONIC, after(CLOCK_MONOTONIC, *time)});
    return 0;
}

int usleep(useconds_t microseconds) {
    const timespec length{microseconds / 1'000'000, long{microseconds % 1'000'000} * 1000};
    return nanosleep(&length, nullptr);
}

unsigned sleep(unsigned seconds) {
    const timespec length{time_t{seconds}, 0};
    return nanosleep(&length, nullptr) == 0 ? 0 : seconds;
}

int sched_yield() {
    if (!several) return real::sched_yield()();
    yield();
    return 0;
}
}
