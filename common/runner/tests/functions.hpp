// y = 2 x for n elements, right and wrong. d_: device memory.
#pragma once

#include <cstddef>
#include <cstdint>

// Of device memory, which a constructor allocates before any call.
constexpr std::size_t early_bytes = 4096;

void twice(int n, float* d_y, const float* d_x);
void add_to_unwritten(int n, float* d_y, const float* d_x);
void write_past_the_end(int n, float* d_y, const float* d_x);
void copy(int n, float* d_y, const float* d_x);
// Copies to the host, which does the work.
void detour(int n, float* d_y, const float* d_x);
void twice_from_pinned(int n, float* d_y, const float* d_x);
void twice_from_registered(int n, float* d_y, const float* d_x);
void twice_by_a_flag(int n, float* d_y, const float* d_x);
void twice_by_a_constant(int n, float* d_y, const float* d_x);
void twice_by_many_constants(int n, float* d_y, const float* d_x);
void change_input(int n, float* d_y, const float* d_x);
void launch_too_large(int n, float* d_y, const float* d_x);
void twice_in_a_stream(int n, float* d_y, const float* d_x);       // which is never destroyed
void twice_in_a_kept_stream(int n, float* d_y, const float* d_x);  // of the first call
// The others work on host memory. This one leaks the device memory of y and returns 42.
int twice_on_host(int n, float* y, const float* x);
int checks_all_but_a_copy(int n, float* y, const float* x);
void twice_in_place(int n, float* y, const float* x);   // y stays as it is
int twice_and_reset(int n, float* y, const float* x);   // frees all memory there is
void twice_in_a_loop(int n, float* y, const float* x);  // by the CPU

// y += a x
void saxpy(int n, float a, float* d_y, const float* d_x);
int dot_on_host(int n, const float* x, const float* y);
// 0, 1, 2, …; `none` is an array without elements.
void fill_bytes(int n, std::uint8_t* d_bytes, float* d_none);
