// Block copies and fills of translated code: calls that compilers leave to the C library, where no
// hook would see them, go to the runtime's own. simcc includes this before anything else, since
// only the first declaration of a function may name its symbol.
#pragma once

extern "C" {
void* memcpy(void*, const void*, __SIZE_TYPE__) noexcept asm("__cusim_memcpy");
void* memmove(void*, const void*, __SIZE_TYPE__) noexcept asm("__cusim_memmove");
void* memset(void*, int, __SIZE_TYPE__) noexcept asm("__cusim_memset");
}
