// Compares the logs of several lanes side by side. Lanes in step mostly have the same mark next, or
// accesses of one site at addresses that lie equally far apart from lane to lane. This is tested
// for eight records at a time, in vector registers.
#pragma once

#include <array>
#include <cstring>

#include "simulator/trace/lane_log.hpp"

namespace cusim::trace {

class LaneColumns {
  public:
    static constexpr std::size_t width = LaneLog::readable_behind;

    // Compares the eight records of each lane from `at[lane] + k` on. A log may end before that:
    // results for records behind its end are meaningless.
    void load(const Record* const* at, unsigned lanes, std::size_t k) {
        Records first, before, gap{}, uneven{};
        std::memcpy(&first, at[0] + k, sizeof first);
        before = first;
        if (lanes > 1) {
            std::memcpy(&before, at[1] + k, sizeof before);
            gap = before - first;
        }
        for (unsigned i = 2; i < lanes; ++i) {
            Records here;
            std::memcpy(&here, at[i] + k, sizeof here);
            uneven |= (here - before) ^ gap;
            before = here;
        }
        // Records with equal upper 16 bits are of the same site.
        const Records sites = (first ^ before) | (first ^ (first + gap));
        std::memcpy(first_.data(), &first, sizeof first);
        std::memcpy(gap_.data(), &gap, sizeof gap);
        uneven |= sites >> 48;
        std::memcpy(uneven_.data(), &uneven, sizeof uneven);
    }
    Record first(std::size_t i) const { return first_[i]; }
    // True if record `i` of all lanes is of one site, and each lane's address is `gap` more than
    // that of the lane before.
    bool even(std::size_t i) const { return uneven_[i] == 0; }
    memory::Address gap(std::size_t i) const { return gap_[i]; }

  private:
    using Records = Record __attribute__((vector_size(width * sizeof(Record))));

    std::array<Record, width> first_, gap_, uneven_;
};

}  // namespace cusim::trace
