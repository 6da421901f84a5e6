// A host access to device memory, or to memory that is not there, ends the program, as on a
// real machine, but not before it is reported.
#pragma once

#include <cstddef>
#include <string>

namespace cusim::api {

// Takes over the signals that end a program, on a stack of its own; of those that a program may
// handle itself, only what it does not. The program still dies of the signal.
void watch_for_faults();

// Host memory that ends at a page nobody may touch: a fault there is reported by its name and
// index.
struct HostArray {
    const void* base;
    std::size_t elements, element_size;
    std::string name;

    std::size_t bytes() const { return elements * element_size; }
};
void name_host_array(HostArray array);
void forget_host_array(const void* base);

}  // namespace cusim::api
