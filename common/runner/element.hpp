// The element types of arrays sent between grader and lab program, and the pattern in unwritten
// outputs. Both sides and every lab's main.cpp include this file.
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

/// An output is filled with this word before the call. As a float and as a double, it is a quiet
/// NaN whose payload no arithmetic produces, which distinguishes "never written" from "computed
/// NaN".
inline constexpr std::uint32_t poison_word = 0x7ffc5a5a;

}  // namespace runner
