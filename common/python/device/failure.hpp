// How an operation reads its request, and how it fails.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>
#include <string>

#include "python/device/message.hpp"
#include "simulator/simulator.hpp"

namespace python {

// The error that CUDA's driver would return, and the name of its function.
struct Failure {
    cudaError_t error;
    std::string call;
    std::string text = cudaGetErrorString(error);
};

inline void check(cudaError_t error, const char* call) {
    if (error == cudaSuccess) return;
    cudaGetLastError();  // the driver stores no last error
    throw Failure{error, call};
}

template <class T>
T field(const Message& request, const char* name) {
    return request.head.at(name).get<T>();
}

inline void* pointer(const Message& request, const char* name) {
    return reinterpret_cast<void*>(field<std::uintptr_t>(request, name));
}

inline void* device_pointer(const Message& request, const char* name, const char* call) {
    void* const address = pointer(request, name);
    if (!cusim::device_may_use(address)) throw Failure{cudaErrorInvalidValue, call};
    return address;
}

inline std::uint64_t address(const void* pointer) {
    return reinterpret_cast<std::uintptr_t>(pointer);
}

}  // namespace python
