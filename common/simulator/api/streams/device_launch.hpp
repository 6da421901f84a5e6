// Dynamic parallelism: launches that a kernel's threads ask for. They are kept until the grid that
// asked has ended, and carried out then, before anything that follows that grid in its stream. So
// the parent's threads never see what a child does, which CUDA does not promise either.
//
// What the parent did before a launch is ordered before that child. What its threads do afterwards
// (as they happen to run here) is not: it races with the child. Children of one block in its
// default stream, and those of one stream of the device, follow one another; others run in streams
// of their own, so that what they do to the same memory races.
#pragma once

#include "cusim/driver_types.hpp"
#include "simulator/api/streams/graph.hpp"
#include "simulator/hooks/accesses.hpp"

namespace cusim::api {

// As many launches may lie within one another, the host's included.
constexpr unsigned deepest_launch = 24;

// Asked for by the running thread.
void keep_child(cudaStream_t stream, GraphWork work);
// How deep the grid lies that runs: 0 for one that the host launched.
unsigned launch_depth();

// The running launch uses events, which order its streams: not followed, so that nothing races.
void children_run_in_one_stream();

// A stream that a thread of the device makes: only a name.
cudaStream_t new_stream_of_device();

// Like put(), for a thread of the device: an access of its own, to its stack as well.
template <class T>
cudaError_t put_on_device(T* where, T result, const void* pc) {
    if (!where) return cudaErrorInvalidValue;
    hooks::plain_range(where, sizeof *where, trace::Op::write, pc);
    *where = result;
    return cudaSuccess;
}

// The grid of `stream` has ended: carries out what its threads launched, and what those launch.
void run_children(cudaStream_t stream);
// It was a trial, or has failed: they are forgotten.
void forget_children();

}  // namespace cusim::api
