#include "simulator/api/trials/values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "simulator/race/findings/parties.hpp"
#include "simulator/report/findings/witness.hpp"

namespace cusim::api {

using detail::ElementKind;

namespace {

template <class T>
T load(const unsigned char* at) {
    T value;
    std::memcpy(&value, at, sizeof value);
    return value;
}

// Small integers are denormal numbers when read as floats; such values must be equal.
template <class T>
bool close_values(T a, T b, double tolerance) {
    return std::isnormal(a) && std::isnormal(b) &&
           std::abs(double(a) - double(b)) <=
               tolerance * std::max(std::abs(double(a)), std::abs(double(b)));
}

template <class T>
bool looks_real(T value, double least, double most) {
    return std::isnormal(value) && std::abs(value) > least && std::abs(value) < most;
}

std::uint32_t unwritten_word = 0;  // 0: none

bool is_unwritten(const unsigned char* at, std::size_t size) {
    if (unwritten_word == 0 || size == 0 || size % 4 != 0) return false;
    for (std::size_t i = 0; i < size; i += 4)
        if (load<std::uint32_t>(at + i) != unwritten_word) return false;
    return true;
}

// The sign of a NaN has no meaning.
std::string real_text(float value) {
    return std::isnan(value) ? "nan" : fmt::format("{}", value);
}

std::string word_text(const unsigned char* at) {
    const float real = load<float>(at);
    return looks_real(real, 1e-20, 1e20) ? fmt::format("{}", real)
                                         : fmt::format("{}", load<std::int32_t>(at));
}

// A double, an integer or two floats. If the bytes make sense both as one number and as two, they
// are shown in hexadecimal.
std::string two_words(const unsigned char* at) {
    constexpr double least = 1e-6, most = 1e12;
    const bool as_double = looks_real(load<double>(at), least, most);
    const bool as_floats =
        looks_real(load<float>(at), least, most) && looks_real(load<float>(at + 4), least, most);
    if (as_double && as_floats) return fmt::format("{:#018x}", load<std::uint64_t>(at));
    if (as_floats) return fmt::format("({}, {})", load<float>(at), load<float>(at + 4));
    return as_double ? fmt::format("{}", load<double>(at))
                     : fmt::format("{}", load<std::int64_t>(at));
}

}  // namespace

void unwritten_words_are(std::uint32_t word) {
    unwritten_word = word;
}

std::string value_text(const unsigned char* at, std::size_t size, ElementKind elements) {
    if (is_unwritten(at, size)) return report::unset_value;
    if (elements == ElementKind::whole && size == 4)
        return fmt::format("{}", load<std::int32_t>(at));
    if (elements == ElementKind::whole && size == 8)
        return fmt::format("{}", load<std::int64_t>(at));
    if (elements == ElementKind::real && size == 4) return real_text(load<float>(at));
    if (elements == ElementKind::real && size == 8 && std::isnan(load<double>(at))) return "nan";
    switch (size) {
        case 1:
            return fmt::format("{}", int{*at});
        case 2:
            return fmt::format("{}", load<std::int16_t>(at));
        case 4:
            return word_text(at);
        case 8:
            return two_words(at);
        case 16:
            return fmt::format("({}, {}, {}, {})", word_text(at), word_text(at + 4),
                               word_text(at + 8), word_text(at + 12));
    }
    return fmt::format("{} bytes", size);
}

NumberKinds kinds_at(const void* address) {
    const ElementKind elements = race::elements_at(address);
    if (elements == ElementKind::whole) return {.may_be_float = false, .may_be_double = false};
    const std::size_t size = race::size_of_last_write(address);
    return {.may_be_float = size != 1 && size != 2,
            .may_be_double = size != 1 && size != 2 && size != 4,
            .is_float = elements == ElementKind::real && size == 4};
}

bool are_close(float one, float other, double tolerance) {
    return close_values(one, other, tolerance);
}

bool are_close(double one, double other, double tolerance) {
    return close_values(one, other, tolerance);
}

}  // namespace cusim::api
