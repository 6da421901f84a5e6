// Work that was issued but not done, because a launch waits for the host. A launch is suspended
// when all its remaining threads poll memory that the host, or a later launch, may still write.
// Work that follows it in its stream, or waits for its stream's events, is queued behind it; all
// other work is still executed at once. Whenever the program calls CUDA, or polls a flag itself,
// whatever can continue does. If the host waits for a launch that nothing can make continue, the
// launch is ended and reported.
#pragma once

#include <functional>
#include <memory>

#include "cusim/driver_types.hpp"

namespace cusim::api {

// Work to be executed in a stream, in order.
using StreamWork = std::function<cudaError_t(cudaStream_t)>;

class SuspendedLaunch {
  public:
    virtual ~SuspendedLaunch() = default;
    // Whether memory that the launch's threads poll has changed.
    virtual bool may_go_on() const = 0;
    // Lets the launch run. Returns false if it made no progress.
    virtual bool go_on() = 0;
    virtual bool is_suspended() const = 0;
    // Ends the launch with an error. With `report`, what it waits for is a finding.
    virtual void give_up(bool report) = 0;
};

// Stands for an event recorded behind queued work: true once it is reached. nullptr means true.
using Ticket = std::shared_ptr<const bool>;

extern bool anything_under_way;

// Executes the work at once, or when everything that it must follow is done; in that case its error
// is stored.
cudaError_t do_in_turn(cudaStream_t stream, const StreamWork& work);
// Whether work in this stream would have to wait.
bool must_wait(cudaStream_t stream);
// Called by the work that the stream executes now.
void suspend(std::unique_ptr<SuspendedLaunch> launch, cudaStream_t stream);
Ticket record_in_turn(cudaStream_t stream, const std::function<void()>& record);
// Everything issued to the stream from now on follows the ticket.
void follow(cudaStream_t stream, const Ticket& ticket);

// Lets everything continue that can. Does not wait.
void let_go_on();
// Waits, as cudaStreamSynchronize and similar calls do.
void finish(cudaStream_t stream);
void finish(const Ticket& ticket);
void finish_all();
// Drops all queued work without executing it.
void forget_all();

}  // namespace cusim::api
