// A macro for every CUDA call: CUDA_CHECK(cudaMalloc(&d_y, bytes));
// If the call fails, it throws kit::CudaError, which names the call, the file and the line.
// After a kernel launch, use CUDA_CHECK(cudaGetLastError()), since a launch returns nothing.
#pragma once

#include <cuda_runtime.h>

#include <cstdio>
#include <exception>

namespace kit {

class CudaError : public std::exception {
  public:
    CudaError(cudaError_t code, const char* call, const char* file, int line) : code_(code) {
        std::snprintf(message_, sizeof message_, "%s:%d: %s: %s (%s)", file, line, call,
                      cudaGetErrorString(code), cudaGetErrorName(code));
    }

    const char* what() const noexcept override { return message_; }
    cudaError_t code() const { return code_; }

  private:
    cudaError_t code_;
    char message_[512];
};

inline void check(cudaError_t code, const char* call, const char* file, int line) {
    if (code != cudaSuccess) throw CudaError(code, call, file, line);
}

}  // namespace kit

#define CUDA_CHECK(call) ::kit::check((call), #call, __FILE__, __LINE__)
