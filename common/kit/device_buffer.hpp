// An array in device memory that frees itself:
//     kit::DeviceBuffer<float> d_x(m);
//     d_x.copy_from(x);                 // host to device, m elements
//     kernel<<<blocks, threads>>>(d_x.data());
//     d_x.copy_to(x);                   // device to host
#pragma once

#include <cstddef>

#include "kit/error.hpp"

namespace kit {

template <class T>
class DeviceBuffer {
  public:
    explicit DeviceBuffer(std::size_t count) : count_(count) {
        CUDA_CHECK(cudaMalloc(reinterpret_cast<void**>(&data_), count * sizeof(T)));
    }
    ~DeviceBuffer() { cudaFree(data_); }
    DeviceBuffer(const DeviceBuffer&) = delete;
    DeviceBuffer& operator=(const DeviceBuffer&) = delete;

    void copy_from(const T* host) {
        CUDA_CHECK(cudaMemcpy(data_, host, count_ * sizeof(T), cudaMemcpyHostToDevice));
    }
    void copy_to(T* host) const {
        CUDA_CHECK(cudaMemcpy(host, data_, count_ * sizeof(T), cudaMemcpyDeviceToHost));
    }

    T* data() { return data_; }
    const T* data() const { return data_; }
    std::size_t count() const { return count_; }

  private:
    T* data_ = nullptr;
    std::size_t count_ = 0;
};

}  // namespace kit
