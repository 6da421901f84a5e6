// One call of a student's function, as the lab's adapter in main.cpp sees it: sizes and arrays by
// name. The arrays are put where the function wants them at the moment the adapter asks:
// input/output give device pointers, host_input/host_output give host pointers (for the labs that
// manage device memory themselves). Outputs hold a NaN pattern that no right answer contains, or
// what the request sent in them.
#pragma once

#include <cstdint>
#include <string_view>

#include "runner/element.hpp"

namespace runner {

class Staging;

class Call {
  public:
    explicit Call(Staging& staging) : staging_(staging) {}

    /// Throws ProtocolError where the request has no such size or it does not fit an int.
    int size(std::string_view name) const;
    /// The same, of 64 bits: a seed.
    std::int64_t whole(std::string_view name) const;
    /// Throws ProtocolError where the request has no such number.
    double real(std::string_view name) const;
    /// `otherwise` where the request has no such size.
    int size(std::string_view name, int otherwise) const;

    template <class T>
    const T* input(std::string_view name) {
        return static_cast<const T*>(device_input(name, element_type<T>));
    }
    template <class T>
    T* output(std::string_view name) {
        return static_cast<T*>(device_output(name, element_type<T>));
    }
    template <class T>
    const T* host_input(std::string_view name) {
        return static_cast<const T*>(host_input(name, element_type<T>));
    }
    template <class T>
    T* host_output(std::string_view name) {
        return static_cast<T*>(host_output(name, element_type<T>));
    }

    /// What the function returned, where it returns a status (a cudaError_t, a count, …).
    void result(std::int64_t value);

  private:
    const void* device_input(std::string_view name, ElementType type);
    void* device_output(std::string_view name, ElementType type);
    const void* host_input(std::string_view name, ElementType type);
    void* host_output(std::string_view name, ElementType type);

    Staging& staging_;
};

}  // namespace runner
