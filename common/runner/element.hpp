// The element types arrays may have on their way between grader and lab program, the pattern that
// unwritten outputs hold, and nothing else: both sides and every lab's main.cpp include it.
#pragma once

#include <cstddef>
#include <cstdint>

namespace runner {

enum class ElementType { f32, f64, i32, u32, u8 };

constexpr std::size_t element_size(ElementType type) {
    return type == ElementType::f64 ? 8 : type == ElementType::u8 ? 1 : 4;
}

template <class T>
inline constexpr ElementType element_type = T::has_no_element_type;
template <>
inline constexpr ElementType element_type<float> = ElementType::f32;
template <>
inline constexpr ElementType element_type<double> = ElementType::f64;
template <>
inline constexpr ElementType element_type<std::int32_t> = ElementType::i32;
template <>
inline constexpr ElementType element_type<std::uint32_t> = ElementType::u32;
template <>
inline constexpr ElementType element_type<std::uint8_t> = ElementType::u8;

/// Repeated over an output before the call. As float and as double it is a quiet NaN whose payload
/// arithmetic does not produce, so "never written" can be told from "computed NaN".
inline constexpr std::uint32_t poison_word = 0x7ffc5a5a;

}  // namespace runner
