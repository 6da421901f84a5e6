// The variable or allocation that an address belongs to, with its bounds, its name and its age.
#pragma once

#include <map>
#include <memory>

#include "simulator/memory/layout.hpp"
#include "simulator/memory/observer.hpp"
#include "simulator/report/findings/finding.hpp"
#include "simulator/trace/thread.hpp"

namespace cusim::trace {

// How race/ keeps the plain reads of an object in the running launch: in a list; in the shadow, by
// word or by row of a warp; or not at all, since each read is checked in its hook
// (race/deferred_reads.hpp).
enum class Tracking : std::uint8_t { listed, undecided, by_word, by_row, at_once };

// A variable or an allocation. race/ maintains the members from `given` on.
struct MemoryObject {
    memory::Address base = 0;
    std::size_t size = 0;
    memory::MemoryKind kind = memory::MemoryKind::device;
    bool shared = false;
    bool freed = false;
    std::shared_ptr<const report::Party> freed_by = nullptr;  // once it is freed, if known
    const char* name = nullptr;                               // the variable's
    const char* argument = nullptr;         // the running kernel's parameter that points here
    const char* latest_argument = nullptr;  // the same, of the latest kernel that had one
    // The type of the elements: that of the variable's declaration, or the one on which the
    // parameters of all kernels so far agree.
    detail::ElementKind elements = detail::ElementKind::unknown;
    const detail::Shape* shape = nullptr;  // of the elements, if it is known
    // epoch of cudaMallocAsync in its stream, or 0
    Epoch birth = 0;
    Epoch allocated_at = 0;           // epoch of cudaMallocAsync in its stream, or 0
    bool given = false;               // the host has written every byte
    bool copied = false;              // the same, by one copy from the host, and no fill since
    bool touched_by_kernels = false;  // a kernel wrote to it, or a copy of what a kernel wrote
    bool read_by_kernels = false;     // of memory that both sides share
    std::size_t host_bytes = 0;       // that the host has stored there for kernels, not yet counted
    Tracking tracking = Tracking::listed;
    std::uint32_t tracked_in = 0;                  // the launch for which `tracking` is valid
    memory::Address rows_begin = 0, rows_end = 0;  // the part whose shadow rows may hold readers

    bool holds(memory::Address a, std::size_t bytes) const {
        return a - base < size && size - (a - base) >= bytes;
    }
    const char* best_name() const { return name ? name : argument ? argument : ""; }
};

// The allocations and registered variables of the process, ordered by address.
class MemoryObjects {
  public:
    void add(MemoryObject object);  // removes freed objects that it overlaps
    MemoryObject* find(memory::Address a);
    void free(memory::Address base, report::Party by);
    // The object that ends at or before `a`, and the one that starts after it; nullptr if there is
    // none.
    const MemoryObject* before(memory::Address a) const;
    const MemoryObject* behind(memory::Address a) const;
    void drop_argument_names();
    void for_each(void (*action)(MemoryObject&));

  private:
    std::map<memory::Address, MemoryObject> by_base_;
    MemoryObject* latest_ = nullptr;
};

MemoryObjects& memory_objects();

// The member of `block`'s cluster in whose shared memory `a` lies; nullptr if there is none.
const Cluster::Member* member_with(const Block& block, memory::Address a);

// The object that contains `a`, as a thread of `block` sees it: a shared variable of that block or
// of its cluster, which is written to `shared`, or one of memory_objects(). nullptr if there is
// none.
MemoryObject* find_object(const Block& block, memory::Address a, MemoryObject& shared);

}  // namespace cusim::trace
