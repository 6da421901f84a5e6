// One call of a student's function, as seen by the lab's adapter in main.cpp: sizes and arrays by
// name. An array is put into the memory that the adapter asks for, when it asks: input/output give
// device pointers, and host_input/host_output give host pointers (for the labs that manage device
// memory themselves). Outputs contain a NaN pattern that no right answer has, or the contents sent
// in the request.
#pragma once

#include <cstdint>
#include <string_view>

#include "runner/element.hpp"

namespace runner {

class Staging;

class Call {
  public:
    explicit Call(Staging& staging) : staging_(staging) {}

    /// Throws ProtocolError if the request has no such size, or if it does not fit an int.
    int size(std::string_view name) const;
    /// The same with 64 bits, such as a seed.
    std::int64_t whole(std::string_view name) const;
    /// Throws ProtocolError if the request has no such number.
    double real(std::string_view name) const;
    /// Returns `otherwise` if the request has no such size.
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

    /// The function's return value, if it returns a status (a cudaError_t, a count, …).
    void result(std::int64_t value);

  private:
    const void* device_input(std::string_view name, ElementType type);
    void* device_output(std::string_view name, ElementType type);
    const void* host_input(std::string_view name, ElementType type);
    void* host_output(std::string_view name, ElementType type);

    Staging& staging_;
};

}  // namespace runner
