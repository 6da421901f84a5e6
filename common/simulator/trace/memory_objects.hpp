// Which variable or allocation an address belongs to: the bounds, the name, and since when.
#pragma once

#include <map>

#include "simulator/memory/layout.hpp"
#include "simulator/memory/observer.hpp"
#include "simulator/trace/thread.hpp"

namespace cusim::trace {

// How race/ keeps track of who reads plainly in the running launch: in a list, or in the shadow, by
// word or by row of a warp; or each read is checked in its hook (race/deferred_reads.hpp).
enum class Tracking : std::uint8_t { listed, undecided, by_word, by_row, at_once };

// A variable or an allocation. From `given` on: what race/ found out of it.
struct MemoryObject {
    memory::Address base = 0;
    std::size_t size = 0;
    memory::MemoryKind kind = memory::MemoryKind::device;
    bool shared = false;
    bool freed = false;
    const char* name = nullptr;      // of the variable
    const char* argument = nullptr;  // of the running kernel's parameter that points here
    // What the variable's declaration says, or what all kernels' parameters have said so far.
    detail::ElementKind elements = detail::ElementKind::unknown;
    // Shadow older than this speaks of an earlier tenant.
    Epoch birth = 0;
    Epoch allocated_at = 0;           // of cudaMallocAsync in its stream; 0 for all others
    bool given = false;               // every byte, by the host
    bool touched_by_kernels = false;  // written, by one or by a copy of what one wrote
    Tracking tracking = Tracking::listed;
    std::uint32_t tracked_in = 0;                  // the launch that `tracking` is of
    memory::Address rows_begin = 0, rows_end = 0;  // where the shadow's rows may hold readers

    bool holds(memory::Address a, std::size_t bytes) const {
        return a - base < size && size - (a - base) >= bytes;
    }
    const char* best_name() const { return name ? name : argument ? argument : ""; }
};

// The allocations and registered variables of the process.
class MemoryObjects {
  public:
    void add(MemoryObject object);  // and forgets freed ones that it overlaps
    MemoryObject* find(memory::Address a);
    void free(memory::Address base);
    // The one that ends at or before `a` and the one that starts behind it; nullptr where none.
    const MemoryObject* before(memory::Address a) const;
    const MemoryObject* behind(memory::Address a) const;
    void drop_argument_names();
    void for_each(void (*action)(MemoryObject&));

  private:
    std::map<memory::Address, MemoryObject> by_base_;
    MemoryObject* latest_ = nullptr;
};

MemoryObjects& memory_objects();

// Whose shared memory `a` lies in, of the blocks in `block`'s cluster; nullptr where nobody's.
const Cluster::Member* member_with(const Block& block, memory::Address a);

// The object that `a` lies in for a thread of `block`: a shared variable of that block or of its
// cluster's, or one of memory_objects().
// The shared ones are written to `shared`. nullptr where there is none.
MemoryObject* find_object(const Block& block, memory::Address a, MemoryObject& shared);

}  // namespace cusim::trace
