// Stable sorting of numbers in device memory, with or without values, for the sorts of Thrust and
// CUB. It is one operation of a stream, executed by native code. Every element counts as read once
// and written once.
#pragma once

#include <functional>
#include <type_traits>

#include "cusim/driver_types.hpp"

namespace cusim::detail {

enum class Number { none, i8, i16, i32, i64, u8, u16, u32, u64, f32, f64 };

template <class T>
constexpr Number number_of() {
    if (std::is_same_v<T, float>) return Number::f32;
    if (std::is_same_v<T, double>) return Number::f64;
    if (!std::is_integral_v<T>) return Number::none;
    const int by_size = sizeof(T) == 1 ? 0 : sizeof(T) == 2 ? 1 : sizeof(T) == 4 ? 2 : 3;
    if (sizeof(T) > 8) return Number::none;
    return Number(int(std::is_signed_v<T> ? Number::i8 : Number::u8) + by_size);
}

// Whether Less is the usual order of T, or its reverse.
template <class Less, class T>
constexpr bool is_ascending =
    std::is_same_v<Less, std::less<T>> || std::is_same_v<Less, std::less<>>;
template <class Less, class T>
constexpr bool is_descending =
    std::is_same_v<Less, std::greater<T>> || std::is_same_v<Less, std::greater<>>;

// The results may overwrite the operands. There are no values if `value_size` is 0.
struct Sorting {
    const char* function;
    Number kind;
    bool descending;
    long n;
    const void* keys;
    void* sorted_keys;
    const void* values = nullptr;
    void* sorted_values = nullptr;
    size_t value_size = 0;
};
void sort_numbers(const Sorting& sorting, cudaStream_t stream);

// For sorts that do not work in place: reports a race if the two ranges overlap. `what` is "keys".
void expect_apart(const char* function, const char* what, const void* in, const void* out,
                  size_t bytes);

}  // namespace cusim::detail
