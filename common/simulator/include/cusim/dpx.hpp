// The functions for dynamic programming (DPX): maxima and minima of integers, or of sums of them,
// optionally at least zero ("relu"), on 32 bits or on each half of a word. Sums wrap around. Only
// declared here; the runtime defines them. Results written through a pointer are stored by the
// program itself, so that the store is checked.
#pragma once

int __vimax_s32_relu(int a, int b);
int __vimin_s32_relu(int a, int b);
unsigned int __vimax_s16x2_relu(unsigned int a, unsigned int b);
unsigned int __vimin_s16x2_relu(unsigned int a, unsigned int b);

#define CUSIM_DECLARE(name)                                                         \
    int name##_s32(int a, int b, int c);                                            \
    int name##_s32_relu(int a, int b, int c);                                       \
    unsigned int name##_u32(unsigned int a, unsigned int b, unsigned int c);        \
    unsigned int name##_s16x2(unsigned int a, unsigned int b, unsigned int c);      \
    unsigned int name##_s16x2_relu(unsigned int a, unsigned int b, unsigned int c); \
    unsigned int name##_u16x2(unsigned int a, unsigned int b, unsigned int c);
CUSIM_DECLARE(__vimax3)
CUSIM_DECLARE(__vimin3)
CUSIM_DECLARE(__viaddmax)
CUSIM_DECLARE(__viaddmin)
#undef CUSIM_DECLARE

// The maximum or minimum of two numbers, and whether it is the first one. Always inlined, so that
// the access is reported with the student's line.
#define CUSIM_INLINE inline __attribute__((always_inline))
#define CUSIM_DEFINE(name, of_three, first_is)                                         \
    CUSIM_INLINE int name##_s32(int a, int b, bool* is_a) {                            \
        *is_a = a first_is b;                                                          \
        return of_three##_s32(a, b, b);                                                \
    }                                                                                  \
    CUSIM_INLINE unsigned int name##_u32(unsigned int a, unsigned int b, bool* is_a) { \
        *is_a = a first_is b;                                                          \
        return of_three##_u32(a, b, b);                                                \
    }                                                                                  \
    CUSIM_INLINE unsigned int name##_s16x2(unsigned int a, unsigned int b, bool* high, \
                                           bool* low) {                                \
        *high = short(a >> 16) first_is short(b >> 16);                                \
        *low = short(a) first_is short(b);                                             \
        return of_three##_s16x2(a, b, b);                                              \
    }                                                                                  \
    CUSIM_INLINE unsigned int name##_u16x2(unsigned int a, unsigned int b, bool* high, \
                                           bool* low) {                                \
        *high = a >> 16 first_is b >> 16;                                              \
        *low = (a & 0xffff) first_is(b & 0xffff);                                      \
        return of_three##_u16x2(a, b, b);                                              \
    }
CUSIM_DEFINE(__vibmax, __vimax3, >=)
CUSIM_DEFINE(__vibmin, __vimin3, <=)
#undef CUSIM_DEFINE
#undef CUSIM_INLINE
