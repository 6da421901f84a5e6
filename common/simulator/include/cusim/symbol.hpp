// The registration of the program's __device__, __constant__ and __managed__ variables.
#pragma once

#include <cstddef>

#include "cusim/shape.hpp"

namespace cusim {

enum class Space : unsigned char { device, constant, managed };

// Registers a device variable before main.
struct Symbol {
    template <class T>
    Symbol(T* address, std::size_t size, const char* name, Space space, const char* file, int line)
        : Symbol((void*)address, size, name, space, file, line, &detail::ShapeOf<T>::value) {}

  private:
    Symbol(void* address, std::size_t size, const char* name, Space space, const char* file,
           int line, const detail::Shape* shape);
};

}  // namespace cusim
