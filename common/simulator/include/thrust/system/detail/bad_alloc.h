// <thrust/system/detail/bad_alloc.h> on the simulator: what Thrust throws when memory runs out.
// Programs catch it by this name, or as std::bad_alloc.
#pragma once

#include <thrust/system_error.h>

#include <new>
#include <string>

namespace thrust {
namespace system {
namespace detail {

class bad_alloc : public std::bad_alloc {
  public:
    explicit bad_alloc(const std::string& why)
        : what_(std::string(std::bad_alloc::what()) + ": " + why) {}
    const char* what() const noexcept override { return what_.c_str(); }

  private:
    std::string what_;
};

}  // namespace detail
}  // namespace system

namespace detail {

// The error of a failed allocation is reported once, by the exception.
inline void require_memory(cudaError_t error) {
    if (error == cudaSuccess) return;
    cudaGetLastError();
    throw system::detail::bad_alloc(cuda_category().message(error));
}

}  // namespace detail
}  // namespace thrust
