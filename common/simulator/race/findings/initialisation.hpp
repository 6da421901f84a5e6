// Maintains which bytes hold a value and whether a kernel wrote it, across copies, fills and
// deallocations.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>

#include "simulator/memory/layout.hpp"
#include "simulator/report/findings/finding.hpp"
#include "simulator/trace/memory_objects.hpp"

namespace cusim::race {

// If `from` is 0 or ordinary host memory, all bytes of `to` now hold a value of the host. Otherwise
// the state of `from` is copied. A `to` outside the heaps and variables is ignored. `traced`: the
// shadow of `to` already names the copy as its writer, and keeps it.
void move_values(memory::Address to, memory::Address from, std::size_t size, bool traced);

// Marks the bytes as never written.
void forget_values(memory::Address base, std::size_t size);

// Whether all bytes from `base` on, within a variable, an allocation or shared memory, hold a
// value.
bool have_values(const trace::MemoryObject& object, memory::Address base, std::size_t size);
bool all_have_values(memory::Address base, std::size_t size);
bool all_from_kernels(memory::Address base, std::size_t size);
bool any_from_kernels(memory::Address base, std::size_t size);
// Whether no write to any byte of the object there has been recorded: only the host can have
// stored what it holds.
bool has_no_writer(memory::Address base, std::size_t size);

// Which elements of the object have been stored; nullopt if it is too large to be looked through. A
// read of an empty word marks it as one with a value: `is_only_read` says so of a word.
std::optional<report::StoredPart> stored_part(
    const trace::MemoryObject& object, std::size_t element_size,
    const std::function<bool(memory::Address)>& is_only_read);

// Calls `visit` for each aligned word of which no byte has a value; ends when it returns false.
void for_empty_words(const trace::MemoryObject& object, memory::Address base, std::size_t size,
                     const std::function<bool(memory::Address)>& visit);

}  // namespace cusim::race
