// The program's __device__, __constant__ and __managed__ variables, registered before main by
// simcc's translation.
#pragma once

#include <cstddef>
#include <functional>

#include "cusim/translated.hpp"

namespace cusim::memory {

struct Variable {
    void* address;
    std::size_t size;
    const char* name;
    Space space;
    const char* file;
    int line;
};

// The variable that holds this address; nullptr where there is none.
const Variable* find_symbol(const void* address);

// In the order of their addresses.
void for_each_symbol(const std::function<void(const Variable&)>& visit);

// Tells the checker of all variables, now and from now on.
void announce_symbols();

}  // namespace cusim::memory
