// What the running launch has overwritten: of each word of global memory, what it held before the
// launch's first store to it. With that a launch can be undone, and run once more from where it
// began. A word may be noted more than once; the first note is the one that counts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "simulator/race/shadow.hpp"

namespace cusim::race {

class Overwritten {
  public:
    struct Word {
        Address address;
        std::uint32_t before;
    };

    // Of the launch that begins; `first` is its first epoch.
    void launch_begins(Epoch first);

    // Before a store to the word with this last writer. For the hooks' fast path: once a launch has
    // overwritten too much, and outside launches, this is false for every writer.
    bool is_first_store(PastAccess writer) const { return writer.epoch() < first_; }
    // `word`: where it lies, aligned. Shared memory is not noted: no launch begins with any.
    void note(Address word);

    // Whether all is noted that the latest launch overwrote.
    bool is_complete() const { return complete_; }
    const std::vector<Word>& words() const { return words_; }

  private:
    Epoch first_ = 0;
    bool complete_ = false;
    std::vector<Word> words_;
};

extern Overwritten overwritten;

}  // namespace cusim::race
