// The undo log of the running launch: what each word of global memory held before the launch's
// first store to it. A launch can be undone with it and run again. A word may be recorded more than
// once; its first record counts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "simulator/race/shadow/shadow.hpp"

namespace cusim::race {

class Overwritten {
  public:
    struct Word {
        Address address;
        std::uint32_t before;
    };

    // `first`: the first epoch of the launch that begins.
    void launch_begins(Epoch first);

    // Whether a store to a word with this last writer must be recorded first. For the hooks' fast
    // path: returns false for every writer outside launches, and once a launch has overwritten too
    // much.
    bool is_first_store(PastAccess writer) const { return writer.epoch() < first_; }
    // `word`: an aligned address. Shared memory is not recorded, since it is empty when a launch
    // begins.
    void note(Address word);

    // Whether everything that the latest launch overwrote was recorded.
    bool is_complete() const { return complete_; }
    const std::vector<Word>& words() const { return words_; }

  private:
    Epoch first_ = 0;
    bool complete_ = false;
    std::vector<Word> words_;
};

extern Overwritten overwritten;

}  // namespace cusim::race
