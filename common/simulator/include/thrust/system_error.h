// <thrust/system_error.h> on the simulator: the exception that Thrust throws when a CUDA call
// fails.
#pragma once

#include <cuda_runtime.h>

#include <string>
#include <system_error>

namespace thrust {

using std::errc;
using std::error_category;
using std::error_code;
using std::error_condition;
using std::generic_category;
using std::make_error_code;
using std::make_error_condition;
using std::system_category;
using std::system_error;

namespace detail {

class cuda_error_category : public std::error_category {
  public:
    const char* name() const noexcept override { return "cuda"; }
    std::string message(int error) const override {
        return std::string(cudaGetErrorName(cudaError_t(error))) + ": " +
               cudaGetErrorString(cudaError_t(error));
    }
};

}  // namespace detail

inline const std::error_category& cuda_category() {
    static const detail::cuda_error_category category;
    return category;
}

namespace system {
using std::errc;
using std::error_category;
using std::error_code;
using std::error_condition;
using std::generic_category;
using std::make_error_code;
using std::make_error_condition;
using std::system_category;
using std::system_error;
using thrust::cuda_category;
}  // namespace system

}  // namespace thrust
