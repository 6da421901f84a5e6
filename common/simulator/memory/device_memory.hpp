// The memory of the simulated device: its heaps, mapped on first use, and a guard object that opens
// the memory for the runtime or a kernel, since host code must not access it.
#pragma once

#include "simulator/memory/heap.hpp"

namespace cusim::memory {

// The heap of cudaMalloc.
Heap& device();
// The heap of cudaMallocManaged and cudaMallocHost, which both sides may access.
Heap& host_visible();

// malloc and free in a kernel, from the device's heap, up to the limit below. Return nullptr or
// false if there is no room or no such allocation.
void* allocate_in_kernel(std::size_t size, const void* pc);
bool free_in_kernel(void* pointer, const void* pc);
// Bytes of all kernels' allocations together: cudaLimitMallocHeapSize.
extern std::size_t kernel_heap_limit;

// To be set before map_regions(): all memory that kernels use then stays inaccessible, and each
// access faults and is checked (api/calls/audit.hpp).
extern bool audited;
// Whether a DeviceAccess lives.
bool device_is_open();

// Maps the regions and installs the handler of SIGSEGV. To be called once, before any other
// function of this file.
void map_regions();

// While one of these lives, the device's heap is accessible; otherwise accesses to it fault.
class DeviceAccess {
  public:
    DeviceAccess();
    ~DeviceAccess();
    DeviceAccess(const DeviceAccess&) = delete;
    DeviceAccess& operator=(const DeviceAccess&) = delete;
};

}  // namespace cusim::memory
