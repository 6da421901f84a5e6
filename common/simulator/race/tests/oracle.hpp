// A reference implementation of happens-before: full vector clocks, and every access remembered.
// Tests compare the checker, which remembers far less, with it. Threads are numbered over all
// blocks.
#pragma once

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

namespace cusim::race {

using Clock = std::map<unsigned, unsigned>;  // thread -> steps known to have happened

inline void join(Clock& into, const Clock& from) {
    for (const auto& [thread, steps] : from) into[thread] = std::max(into[thread], steps);
}

class Oracle {
  public:
    // `object`: identifies a word or a byte.
    void access(unsigned thread, unsigned object, bool write) {
        step(thread);
        for (const Access& earlier : accesses_[object])
            if ((write || earlier.write) && clocks_[thread][earlier.thread] < earlier.step)
                raced = true;
        accesses_[object].push_back({thread, clocks_[thread][thread], write});
    }
    void fence(unsigned thread, bool device) {
        join(fenced_[thread], clocks_[thread]);
        if (device) join(fenced_by_device_[thread], clocks_[thread]);
        step(thread);
    }
    void atomic(unsigned block, unsigned thread, unsigned flag) {
        step(thread);
        join(clocks_[thread], released_[flag]);
        join(clocks_[thread], released_in_block_[{flag, block}]);
        join(released_[flag], fenced_by_device_[thread]);
        join(released_in_block_[{flag, block}], fenced_[thread]);
    }
    // A barrier among these threads: all of them acquire what each one knows and has fenced.
    void barrier(const std::vector<unsigned>& ids) {
        for (auto* clocks : {&clocks_, &fenced_, &fenced_by_device_}) {
            Clock all;
            for (const unsigned thread : ids) join(all, (*clocks)[thread]);
            for (const unsigned thread : ids) (*clocks)[thread] = all;
        }
        for (const unsigned thread : ids) step(thread);
    }

    bool raced = false;

  private:
    struct Access {
        unsigned thread, step;
        bool write;
    };
    void step(unsigned thread) { ++clocks_[thread][thread]; }

    std::map<unsigned, Clock> clocks_, fenced_, fenced_by_device_;
    std::map<unsigned, Clock> released_;
    std::map<std::pair<unsigned, unsigned>, Clock> released_in_block_;
    std::map<unsigned, std::vector<Access>> accesses_;
};

}  // namespace cusim::race
