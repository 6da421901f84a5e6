// The kernel of the gate; compiled for either backend with the kit.
#include <cuda_runtime.h>

#include "kit/error.hpp"
#include "runner/gate.hpp"

namespace runner {

namespace {

constexpr int closed = 0, opened = 1, gave_up = 2;
constexpr long long most_cycles = 400'000'000;  // about a fifth of a second

}  // namespace

__global__ void wait_kernel(volatile int* state) {
    const long long start = clock64();
    while (*state == closed)
        if (clock64() - start > most_cycles) {
            *state = gave_up;
            return;
        }
}

Gate::Gate() {
    void* state = nullptr;
    CUDA_CHECK(cudaHostAlloc(&state, sizeof(int), cudaHostAllocMapped));
    state_ = static_cast<volatile int*>(state);
    *state_ = opened;
}

Gate::~Gate() {
    open();
    cudaFreeHost(const_cast<int*>(state_));
}

void Gate::close() {
    *state_ = closed;
    wait_kernel<<<1, 1>>>(state_);
    CUDA_CHECK(cudaGetLastError());
}

void Gate::open() {
    if (*state_ == closed) *state_ = opened;
}

bool Gate::held() const {
    return *state_ == opened;
}

}  // namespace runner
