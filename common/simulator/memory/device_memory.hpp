// The memory of the one simulated device: its heaps, mapped when first used, and the guard that
// lets the runtime or a kernel touch what host code may not.
#pragma once

#include "simulator/memory/heap.hpp"

namespace cusim::memory {

// cudaMalloc.
Heap& device();
// cudaMallocManaged and cudaMallocHost: both sides may touch it.
Heap& host_visible();

// malloc and free of a kernel, out of the device's heap but no more than the limit; nullptr or
// false where there is no room or no such allocation.
void* allocate_in_kernel(std::size_t size, const void* pc);
bool free_in_kernel(void* pointer);
// In bytes, all kernels' allocations together: cudaLimitMallocHeapSize.
extern std::size_t kernel_heap_limit;

// Set before map_regions(): all that kernels work on stays out of reach, and whoever comes there is
// let through one by one, or not (api/audit.hpp).
extern bool audited;
// Does a DeviceAccess live?
bool device_is_open();

// Maps the regions and takes over SIGSEGV. Before anything else here; once.
void map_regions();

// While one of these lives the device's heap is accessible, otherwise it faults.
class DeviceAccess {
  public:
    DeviceAccess();
    ~DeviceAccess();
    DeviceAccess(const DeviceAccess&) = delete;
    DeviceAccess& operator=(const DeviceAccess&) = delete;
};

}  // namespace cusim::memory
