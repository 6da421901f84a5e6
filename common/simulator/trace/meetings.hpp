// Where threads wait for each other other than at the barriers of their block: one hands something
// over by an atomic or a volatile store, or arrives at a barrier object; another one looks whether
// it has been handed over. For the counters, which need to know which work waits for which.
#pragma once

#include <cstdint>

#include "simulator/memory/layout.hpp"
#include "simulator/trace/thread.hpp"

namespace cusim::trace {

// The thread, which is running, hands something over to those who look at this word.
void hands_over(const Thread&, const Block&, memory::Address word);
// The thread, which is running, uses what others have handed over at this word.
void looks(const Thread&, const Block&, memory::Address word);

// The same at a barrier object. `barrier`: its number, which no other one of the launch has.
// Arrivals there have growing versions; who leaves uses those up to `version`.
void arrives_at(std::uint32_t barrier, std::uint32_t version, const Thread&, const Block&);
void leaves(std::uint32_t barrier, std::uint32_t version, const Thread&, const Block&);

}  // namespace cusim::trace
