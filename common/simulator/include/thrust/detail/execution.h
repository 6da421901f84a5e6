// Where a Thrust algorithm runs: on the device, as a kernel that is checked like any other, or on
// the host, as a plain loop. The policy decides; without one, the iterators do.
#pragma once

#include <cuda_runtime.h>
#include <thrust/system/detail/bad_alloc.h>
#include <thrust/system_error.h>

#include <cassert>
#include <cstdio>
#include <iostream>
#include <iterator>
#include <type_traits>

namespace thrust {

namespace detail {

struct policy {};
struct host_policy : policy {};
struct device_policy : policy {
    cudaStream_t stream = nullptr;
    device_policy on(cudaStream_t other) const {
        device_policy moved = *this;
        moved.stream = other;
        return moved;
    }
    // Scratch memory always comes from cudaMalloc, even if an allocator is given.
    template <class Allocator>
    device_policy operator()(Allocator&&) const {
        return *this;
    }
};

// Iterators that only the device can dereference have a member with this name.
template <class Iterator, class = void>
struct lies_on_device : std::false_type {};
template <class Iterator>
struct lies_on_device<Iterator, std::void_t<typename Iterator::on_device>> : Iterator::on_device {};

// Converts an iterator to the form that a kernel uses; see iterators.h.
template <class T>
T unwrap(T iterator) {
    return iterator;
}

template <class F>
__global__ void each_element(long n, F f) {
    const long i = long(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i < n) f(i);
}
template <class F>
__global__ void in_one_thread(F f) {
    ::cusim::detail::runs_long();
    f();
}

inline void require(cudaError_t error) {
    if (error != cudaSuccess) throw thrust::system_error(int(error), cuda_category());
}

// Calls f(0) to f(n - 1), in any order. Inside a kernel, each calling thread makes all of these
// calls.
template <class F>
void for_each_index(const device_policy& policy, long n, F f) {
    if (n <= 0) return;
    if (::cusim::detail::on_device()) {
        for (long i = 0; i < n; ++i) f(i);
        return;
    }
    each_element<<<unsigned((n + 255) / 256), 256, 0, policy.stream>>>(n, f);
    require(cudaGetLastError());
    require(cudaStreamSynchronize(policy.stream));
}
template <class F>
void for_each_index(const host_policy&, long n, F f) {
    for (long i = 0; i < n; ++i) f(i);
}

// Calls f() in one thread, for algorithms that go from the first element to the last. Functors need
// not be const.
template <class F>
void in_order(const device_policy& policy, F f) {
    if (::cusim::detail::on_device()) return f();
    in_one_thread<<<1, 1, 0, policy.stream>>>(f);
    require(cudaGetLastError());
    require(cudaStreamSynchronize(policy.stream));
}
template <class F>
void in_order(const host_policy&, F f) {
    f();
}

// Memory for the duration of an algorithm: of the device, of the host, or, inside a kernel, of the
// kernel's heap.
template <class T>
class scratch {
  public:
    scratch(const device_policy&, long n) : scratch(of_kernel() ? heap : device, n) {}
    scratch(const host_policy&, long n) : scratch(of_kernel() ? heap : host, n) {}
    ~scratch() {
        if (place_ == device)
            cudaFree(data_);
        else if (place_ == heap)
            free(static_cast<void*>(data_));
        else
            delete[] data_;
    }
    scratch(const scratch&) = delete;
    scratch& operator=(const scratch&) = delete;

    T* get() const { return data_; }
    T first() const {
        if (place_ != device) return data_[0];
        T value;
        require(cudaMemcpy(&value, data_, sizeof(T), cudaMemcpyDeviceToHost));
        return value;
    }

  private:
    enum Place { device, host, heap };

    scratch(Place place, long n) : place_(place) {
        void* pointer = nullptr;
        if (place == device && n > 0) require_memory(cudaMalloc(&pointer, n * sizeof(T)));
        if (place == heap) pointer = malloc(n * sizeof(T));
        data_ = place == host ? new T[n] : static_cast<T*>(pointer);
    }
    static bool of_kernel() { return ::cusim::detail::on_device(); }

    Place place_;
    T* data_;
};

// Returns the count that f() returns, called in one thread.
template <class P, class F>
long count_in_order(const P& policy, F f) {
    const scratch<long> result(policy, 1);
    in_order(policy, [f, to = result.get()]() mutable { *to = f(); });
    return result.first();
}

template <class T>
constexpr bool is_policy = std::is_base_of_v<policy, T>;

// Calls f(policy, iterators and values...), with the given policy or a suitable one.
template <class F, class First, class... Rest>
auto dispatch(F f, const First& first, const Rest&... rest) {
    if constexpr (is_policy<First>)
        return f(first, rest...);
    else if constexpr (lies_on_device<First>::value || (lies_on_device<Rest>::value || ...))
        return f(device_policy{}, first, rest...);
    else
        return f(host_policy{}, first, rest...);
}

template <class Iterator>
using value_of = typename std::iterator_traits<Iterator>::value_type;

}  // namespace detail

// Defines thrust::name, with or without a policy, in terms of detail::name, which always gets one.
#define CUSIM_ALGORITHM(name)                                                               \
    template <class... Arguments>                                                           \
    auto name(Arguments... arguments) {                                                     \
        return detail::dispatch(                                                            \
            [](const auto& policy, auto... rest) { return detail::name(policy, rest...); }, \
            arguments...);                                                                  \
    }

inline constexpr detail::host_policy host, seq;
inline constexpr detail::device_policy device;
namespace cuda {
inline constexpr detail::device_policy par, par_nosync;
}
namespace cpp {
inline constexpr detail::host_policy par;
}
namespace omp {
inline constexpr detail::host_policy par;
}
namespace tbb {
inline constexpr detail::host_policy par;
}
namespace system {
namespace cuda = thrust::cuda;
namespace cpp = thrust::cpp;
namespace omp = thrust::omp;
namespace tbb = thrust::tbb;
}  // namespace system

}  // namespace thrust
