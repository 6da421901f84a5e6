// Special members of the clocks, here because Knowledge is complete only here.
#include "simulator/observe/actor.hpp"

#include "simulator/observe/knowledge.hpp"

namespace cusim::observe {

BlockClock::BlockClock() = default;
BlockClock::~BlockClock() = default;
BlockClock::BlockClock(BlockClock&&) noexcept = default;
BlockClock& BlockClock::operator=(BlockClock&&) noexcept = default;

Actor::Actor() = default;
Actor::~Actor() = default;
Actor::Actor(Actor&&) noexcept = default;
Actor& Actor::operator=(Actor&&) noexcept = default;

}  // namespace cusim::observe
