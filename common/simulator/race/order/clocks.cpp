// Special members of the clocks. They are defined here, where the types of their members are
// complete.
#include "simulator/race/order/clocks.hpp"

#include "simulator/race/order/looks.hpp"
#include "simulator/race/order/remote_record.hpp"
#include "simulator/race/order/vector_clock.hpp"

namespace cusim::race {

BlockClock::BlockClock() = default;
BlockClock::~BlockClock() = default;
BlockClock::BlockClock(BlockClock&&) noexcept = default;
BlockClock& BlockClock::operator=(BlockClock&&) noexcept = default;

ThreadClock::ThreadClock() = default;
ThreadClock::~ThreadClock() = default;
ThreadClock::ThreadClock(ThreadClock&&) noexcept = default;
ThreadClock& ThreadClock::operator=(ThreadClock&&) noexcept = default;

}  // namespace cusim::race
