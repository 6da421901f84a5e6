// Functions of the C library that translated code must not call directly: block copies and fills,
// for which no hook is called, and the heap, which in a kernel must be the device's. They are
// redirected to the runtime. simcc includes this file before anything else, since only the first
// declaration of a function may define its symbol. (new and delete are renamed in the
// assembly: see simcc/machine/announced_library.cpp.)
#pragma once

extern "C" {
void* memcpy(void*, const void*, __SIZE_TYPE__) noexcept asm("__cusim_memcpy");
void* memmove(void*, const void*, __SIZE_TYPE__) noexcept asm("__cusim_memmove");
void* memset(void*, int, __SIZE_TYPE__) noexcept asm("__cusim_memset");
void* malloc(__SIZE_TYPE__) noexcept asm("__cusim_malloc");
void free(void*) noexcept asm("__cusim_free");
}
