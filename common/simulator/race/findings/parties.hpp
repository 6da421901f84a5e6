// The two sides of a finding: finds threads, blocks and lines from the shadow's epochs.
#pragma once

#include <optional>

#include "simulator/race/order/happens_before.hpp"
#include "simulator/race/order/streams.hpp"
#include "simulator/race/shadow/access.hpp"
#include "simulator/report/findings/finding.hpp"
#include "simulator/trace/memory_objects.hpp"

namespace cusim::race {

report::Dim3 coordinates(std::uint32_t linear, const trace::Extent& extent);
report::Op report_op(trace::Op op);

// The side that makes `access` now: a thread of the running launch, or the host.
report::Party running_party(const Point& now, const Access& access);
// The side that made an earlier access.
report::Party earlier_party(PastAccess past, trace::Op op);
// The last writer of the word at this address, in the running launch or before.
report::Party last_writer(const void* address);
// Size in bytes of the last store there; 0 if unknown.
std::size_t size_of_last_write(const void* address);
// What `thread` reads in these bytes.
struct Contents {
    detail::ElementKind elements = detail::ElementKind::unknown;
    // False if the bytes hold garbage. For global memory this is always true: a repeated launch
    // finds its own stores there.
    bool are_values = true;
};
Contents contents_at(const ThreadClock& thread, memory::Address a, std::size_t size);
// The element type at this address, from declarations and kernel parameters.
detail::ElementKind elements_at(const void* address);

report::Space space_of(const trace::MemoryObject& object);
// Fills in the variable, the index, the number and size of its elements, and the space.
void describe(report::Finding& finding, const trace::MemoryObject& object, const Access& access);
// The same for a location that the thread polls. `size` 0 leaves the index open.
void describe_word(report::Finding& finding, const ThreadClock& thread, const void* address,
                   std::size_t size);
// The same for memory that the host allocated or declared.
void describe_allocated(report::Finding& finding, const void* address, std::size_t size);
// Fills in who has freed the memory at this address, if it is free.
void describe_free(report::Finding& finding, const void* address);

}  // namespace cusim::race
