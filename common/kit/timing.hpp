// The time that the device needs for some work, measured by the device's own clock:
//     float ms = kit::milliseconds([&] { kernel<<<blocks, threads>>>(d_y); });
// The first run of a kernel also loads it. So run it once before measuring, and take the median of
// several runs. On the simulator, this is the time of the simulation; it says nothing about a device.
#pragma once

#include "kit/error.hpp"

namespace kit {

class Event {
  public:
    Event() { CUDA_CHECK(cudaEventCreate(&event_)); }
    ~Event() { cudaEventDestroy(event_); }
    Event(const Event&) = delete;
    Event& operator=(const Event&) = delete;

    void record() { CUDA_CHECK(cudaEventRecord(event_)); }
    void wait() { CUDA_CHECK(cudaEventSynchronize(event_)); }
    float milliseconds_since(const Event& start) const {
        float elapsed = 0;
        CUDA_CHECK(cudaEventElapsedTime(&elapsed, start.event_, event_));
        return elapsed;
    }

  private:
    cudaEvent_t event_ = nullptr;
};

template <class Work>
float milliseconds(Work work) {
    Event start, stop;
    start.record();
    work();
    stop.record();
    stop.wait();
    return stop.milliseconds_since(start);
}

}  // namespace kit
