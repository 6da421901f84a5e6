// Which variable or allocation an address belongs to: the bounds, the name, and since when.
#pragma once

#include <map>

#include "simulator/memory/layout.hpp"
#include "simulator/observe/events.hpp"

namespace cusim::observe {

// Where the running launch keeps who reads, plainly: in a list, or in the shadow, by word or by
// sector (waiting_reads.hpp); or it checks each read in its hook.
enum class Watch : std::uint8_t { listed, undecided, by_word, by_row, at_once };

struct Place {
    memory::Address base = 0;
    std::size_t size = 0;
    MemoryKind kind = MemoryKind::device;
    bool shared = false;
    bool freed = false;
    bool given = false;               // every byte, by the host
    bool touched_by_kernels = false;  // written, by one or by a copy of what one wrote
    // Shadow older than this speaks of an earlier tenant.
    Interval birth = 0;
    const char* name = nullptr;      // of the variable
    const char* argument = nullptr;  // of the running kernel's parameter that points here
    LaunchId watched_in = 0;         // the launch that `watch` is of
    Watch watch = Watch::listed;
    memory::Address rows_begin = 0, rows_end = 0;  // where the shadow's rows may hold readers

    bool holds(memory::Address a, std::size_t bytes) const {
        return a - base < size && size - (a - base) >= bytes;
    }
    const char* best_name() const { return name ? name : argument ? argument : ""; }
};

// The allocations and registered variables of the process.
class Places {
  public:
    void add(Place place);  // and forgets freed ones that it overlaps
    Place* find(memory::Address a);
    void free(memory::Address base);
    // The one that ends at or before `a` and the one that starts behind it; nullptr where none.
    const Place* before(memory::Address a) const;
    const Place* behind(memory::Address a) const;
    void drop_argument_names();
    void for_each(void (*action)(Place&));

  private:
    std::map<memory::Address, Place> by_base_;
    Place* latest_ = nullptr;
};

Places& places();

// The place of `a` for a thread of `block`: a shared variable of that block, or one of places().
// The shared ones are written to `shared`. nullptr where there is none.
Place* find_place(const BlockClock& block, memory::Address a, Place& shared);

}  // namespace cusim::observe
