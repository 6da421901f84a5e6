// The addresses that a thread has read lately through volatile reads.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "simulator/memory/layout.hpp"

namespace cusim::race {

// The capacity covers the flags that a polling loop reads in one iteration.
class Looks {
  public:
    bool repeats(memory::Address a, const void* pc, std::uint32_t barriers) const {
        return std::any_of(ring_.begin(), ring_.end(), [&](const Look& look) {
            return look.address == a && look.pc == pc && look.barriers == barriers;
        });
    }
    void add(memory::Address a, const void* pc, std::uint32_t barriers) {
        ring_[next_++ % ring_.size()] = {a, pc, barriers};
    }
    void forget(memory::Address a) {
        for (Look& look : ring_)
            if (look.address == a) look = {};
    }

  private:
    struct Look {
        memory::Address address = 0;
        const void* pc = nullptr;
        std::uint32_t barriers = 0;
    };
    std::array<Look, 8> ring_{};
    unsigned next_ = 0;
};

}  // namespace cusim::race
