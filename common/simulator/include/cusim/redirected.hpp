// Functions of the C library that translated code must not call as they are: block copies and
// fills, which no hook would see, and the heap, which in a kernel is the device's. They go to the
// runtime. simcc includes this before anything else, since only the first declaration of a function
// may name its symbol. (new and delete are renamed in the object file: see simcc/compiler.cpp.)
#pragma once

extern "C" {
void* memcpy(void*, const void*, __SIZE_TYPE__) noexcept asm("__cusim_memcpy");
void* memmove(void*, const void*, __SIZE_TYPE__) noexcept asm("__cusim_memmove");
void* memset(void*, int, __SIZE_TYPE__) noexcept asm("__cusim_memset");
void* malloc(__SIZE_TYPE__) noexcept asm("__cusim_malloc");
void free(void*) noexcept asm("__cusim_free");
}
