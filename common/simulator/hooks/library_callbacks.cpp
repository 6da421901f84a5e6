// Functions to which a program gives others, to be called at once or later.
#include <cstddef>
#include <cstdlib>
#include <exception>
#include <new>

#include "simulator/hooks/fence.hpp"
#include "simulator/hooks/library.hpp"

using namespace cusim::hooks;

extern "C" {

void ANNOUNCED(qsort)(void* base, std::size_t count, std::size_t size,
                      int (*compare)(const void*, const void*)) {
    check_function(compare, PC);
    reads(base, count * size, PC);
    writes(base, count * size, PC);
    std::qsort(base, count, size, compare);
}
void* ANNOUNCED(bsearch)(const void* key, const void* base, std::size_t count, std::size_t size,
                         int (*compare)(const void*, const void*)) {
    check_function(compare, PC);
    reads(key, size, PC);
    return std::bsearch(key, base, count, size, compare);
}

// ---- Functions that are called later

int ANNOUNCED(atexit)(void (*function)()) {
    check_function(function, PC);
    return std::atexit(function);
}
std::terminate_handler ANNOUNCED(_ZSt13set_terminatePFvvE)(std::terminate_handler handler) {
    check_function(handler, PC);
    return std::set_terminate(handler);
}
std::new_handler ANNOUNCED(_ZSt15set_new_handlerPFvvE)(std::new_handler handler) {
    check_function(handler, PC);
    return std::set_new_handler(handler);
}
}
