#include "queued_copy.hpp"

#include "kit/error.hpp"

namespace lab13 {

QueuedCopy::QueuedCopy(const float* from, std::size_t count) {
    CUDA_CHECK(cudaMalloc(reinterpret_cast<void**>(&copy_), count * sizeof(float)));
    CUDA_CHECK(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking));
    CUDA_CHECK(
        cudaMemcpyAsync(copy_, from, count * sizeof(float), cudaMemcpyDeviceToDevice, stream_));
}

QueuedCopy::~QueuedCopy() {
    cudaStreamSynchronize(stream_);
    cudaStreamDestroy(stream_);
    cudaFree(copy_);
    cudaFree(read_);
}

void QueuedCopy::read(const float* from, std::size_t count) {
    CUDA_CHECK(cudaMalloc(reinterpret_cast<void**>(&read_), count * sizeof(float)));
    CUDA_CHECK(
        cudaMemcpyAsync(read_, from, count * sizeof(float), cudaMemcpyDeviceToDevice, stream_));
}

void QueuedCopy::wait() const {
    CUDA_CHECK(cudaStreamSynchronize(stream_));
}

}  // namespace lab13
