#include "runner/problem.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <numeric>
#include <stdexcept>

namespace runner {

namespace {

std::size_t product(const std::vector<std::size_t>& extents) {
    return std::accumulate(extents.begin(), extents.end(), std::size_t{1}, std::multiplies<>());
}

template <class T>
T read(std::span<const std::byte> bytes, std::size_t element) {
    T value;
    std::memcpy(&value, bytes.data() + element * sizeof value, sizeof value);
    return value;
}

}  // namespace

std::string Problem::command() const {
    return by_hand_.empty() ? "" : "--function " + function_ + ' ' + by_hand_;
}

Problem& Problem::add_sent(const std::string& name, ElementType type,
                           std::span<const std::byte> bytes, std::size_t count) {
    arrays_.emplace_back();
    arrays_.back().name = name;
    arrays_.back().type = type;
    return fill_last(bytes, count);
}

Problem& Problem::add_written(const std::string& name, ElementType type,
                              std::vector<std::size_t> extents, Expectation expected) {
    Array& array = arrays_.emplace_back();
    array.name = name;
    array.type = type;
    array.count = product(extents);
    array.written = true;
    array.extents = std::move(extents);
    array.expected = std::move(expected);
    return *this;
}

Problem& Problem::fill_last(std::span<const std::byte> bytes, std::size_t count) {
    Array& array = arrays_.back();
    if (array.written && array.count != count)
        throw std::logic_error("'" + array.name + "' is sent with another number of elements");
    array.sent = true;
    array.bytes.assign(bytes.begin(), bytes.end());
    array.count = count;
    return *this;
}

Judged::Judged(const Problem::Array& array, std::span<const std::byte> got)
    : array_(&array), got_(got) {
    if (got.size() != array.count * element_size(array.type))
        throw std::logic_error("an answer of another size than '" + array.name + "'");
}

double Judged::value(std::size_t element) const {
    switch (array_->type) {
        case ElementType::f32:
            return read<float>(got_, element);
        case ElementType::f64:
            return read<double>(got_, element);
        case ElementType::i32:
            return read<std::int32_t>(got_, element);
        case ElementType::u32:
            return read<std::uint32_t>(got_, element);
        case ElementType::u8:
            return read<std::uint8_t>(got_, element);
    }
    throw std::logic_error("an element of no type");
}

// The pattern for a byte cannot be distinguished from a value that was written.
bool Judged::is_unwritten(std::size_t element) const {
    const std::size_t words = element_size(array_->type) / sizeof poison_word;
    for (std::size_t word = 0; word < words; ++word)
        if (read<std::uint32_t>(got_, element * words + word) != poison_word) return false;
    return words > 0 && !array_->sent;
}

bool Judged::is_right(std::size_t element) const {
    return !is_unwritten(element) && runner::is_right(array_->expected(element), value(element));
}

std::size_t Judged::first_wrong() const {
    std::size_t element = 0;
    while (element < count() && is_right(element)) ++element;
    return element;
}

std::size_t Judged::count_wrong() const {
    std::size_t wrong = 0;
    for (std::size_t element = 0; element < count(); ++element) wrong += !is_right(element);
    return wrong;
}

bool Judged::is_never_written() const {
    for (std::size_t element = 0; element < count(); ++element)
        if (!is_unwritten(element)) return false;
    return count() > 0;
}

std::string Judged::name(std::size_t element) const {
    std::string indices;
    for (std::size_t i = array_->extents.size(); i-- > 0; element /= array_->extents[i])
        indices = '[' + std::to_string(element % array_->extents[i]) + ']' + indices;
    return array_->name + indices;
}

std::string Judged::shown(std::size_t element) const {
    if (is_unwritten(element)) return "(not written)";
    const double got = value(element);
    if (std::isnan(got)) return "nan";
    char text[40];
    std::snprintf(text, sizeof text, array_->type == ElementType::f64 ? "%.17g" : "%.9g", got);
    return text;
}

}  // namespace runner
