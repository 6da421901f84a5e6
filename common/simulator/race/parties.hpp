// Who did it, for findings: from the shadow's epochs back to threads, blocks and lines.
#pragma once

#include <optional>

#include "simulator/race/access.hpp"
#include "simulator/race/happens_before.hpp"
#include "simulator/race/streams.hpp"
#include "simulator/report/finding.hpp"
#include "simulator/trace/memory_objects.hpp"

namespace cusim::race {

report::Dim3 coordinates(std::uint32_t linear, const trace::Extent& extent);
report::Op report_op(trace::Op op);

// The one who makes `access` now: a thread of the running launch, or the host.
report::Party running_party(const Point& now, const Access& access);
// The one who made an earlier access.
report::Party earlier_party(PastAccess past, trace::Op op);
// Of the word at this address: who wrote it last, in the running launch or before.
report::Party last_writer(const void* address);
// How many bytes that store was of; 0 where it is not known.
std::size_t size_of_last_write(const void* address);
// What `thread` finds in these bytes.
struct Contents {
    detail::ElementKind elements = detail::ElementKind::unknown;
    // And no garbage. Of global memory that is not known: a launch that is run again finds its own
    // stores there.
    bool are_values = true;
};
Contents contents_at(const ThreadClock& thread, memory::Address a, std::size_t size);
// Of a variable or allocation, by all that its declaration and kernels' parameters have said.
detail::ElementKind elements_at(const void* address);

report::Space space_of(const trace::MemoryObject& object);
// Fills in variable, index, number and size of its elements, and space.
void describe(report::Finding& finding, const trace::MemoryObject& object, const Access& access);
// The same for what the thread looked at; `size` 0 leaves the index open.
void describe_word(report::Finding& finding, const ThreadClock& thread, const void* address,
                   std::size_t size);
// The same for memory that the host allocated or declared.
void describe_allocated(report::Finding& finding, const void* address, std::size_t size);

}  // namespace cusim::race
