// What has been issued and is not done, where a launch waits for the host: a launch is suspended
// when all that is left of it looks at memory that the host, or a later launch, may yet store to.
// What follows it in its stream, or waits for its stream's events, stands behind it in a queue;
// everything else goes on being done at once. Whenever the program calls CUDA, or looks at a flag
// of its own, what can go on does. Only where the host waits for a launch that nothing can help any
// more has the launch no end: then it says so.
#pragma once

#include <functional>
#include <memory>

#include "cusim/driver_types.hpp"

namespace cusim::api {

// Done in a stream, by its turn.
using StreamWork = std::function<cudaError_t(cudaStream_t)>;

class SuspendedLaunch {
  public:
    virtual ~SuspendedLaunch() = default;
    // Has what its threads look at changed?
    virtual bool may_go_on() const = 0;
    // Lets it run. False where nothing came of it.
    virtual bool go_on() = 0;
    virtual bool is_suspended() const = 0;
    // It ends with an error, and `told`, with the finding of what it waits for.
    virtual void give_up(bool told) = 0;
};

// An event that is recorded behind what waits: true once it is. nullptr stands for true.
using Ticket = std::shared_ptr<const bool>;

extern bool anything_under_way;

// The work is done at once, or when all that it follows is; then its error is remembered.
cudaError_t do_in_turn(cudaStream_t stream, const StreamWork& work);
// Would it have to wait?
bool must_wait(cudaStream_t stream);
// By the work that the stream does now.
void suspend(std::unique_ptr<SuspendedLaunch> launch, cudaStream_t stream);
Ticket record_in_turn(cudaStream_t stream, const std::function<void()>& record);
// What the stream does from here on follows the ticket.
void follow(cudaStream_t stream, const Ticket& ticket);

// Lets go on what can; the host goes on, too.
void let_go_on();
// The host waits, as cudaStreamSynchronize and so on do.
void finish(cudaStream_t stream);
void finish(const Ticket& ticket);
void finish_all();
// Nothing of it is done.
void forget_all();

}  // namespace cusim::api
