// A host access to device memory, or to an invalid address, ends the program, as on a real machine.
// It is reported first.
#pragma once

#include <cstddef>
#include <string>

namespace cusim::api {

// Installs handlers, on their own stack, for signals that end a program. Of signals that a program
// may handle itself, only for those that it does not. The program still dies of the signal.
void watch_for_faults();

// Host memory that ends at an inaccessible page, so that a fault there is reported with name and
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
