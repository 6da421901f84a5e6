#include "python/device/provenance.hpp"

#include <bit>
#include <cstring>

namespace python {

namespace {

template <class T>
T at(std::span<const std::byte> bytes, std::size_t offset) {
    T value;
    std::memcpy(&value, bytes.data() + offset, sizeof value);
    return value;
}

}  // namespace

void Provenance::reset() {
    *this = Provenance();
}

void Provenance::add(std::span<const std::byte> bytes, Words& words) {
    for (std::size_t i = 0; i + 4 <= bytes.size(); i += 4)
        words.insert(at<std::uint32_t>(bytes, i));
    for (std::size_t i = 0; i + 8 <= bytes.size(); i += 8)
        words.insert(std::bit_cast<std::uint32_t>(static_cast<float>(at<double>(bytes, i))));
}

void Provenance::copied_out(std::span<const std::byte> bytes, const ByKernel& by_kernel) {
    if (by_kernel(0, bytes.size())) return add(bytes, out_);
    for (std::size_t i = 0; i + 4 <= bytes.size(); i += 4)
        add(bytes.subspan(i, 4), by_kernel(i, 4) ? out_ : unwritten_);
}

std::string Provenance::objection(std::span<const float> values) const {
    const std::string words = first_objection(values);
    return words.empty() || hint_.empty() ? words : words + ". " + hint_;
}

std::string Provenance::first_objection(std::span<const float> values) const {
    std::size_t unwritten = 0;
    for (const float value : values) {
        if (value != value) continue;  // a NaN has many bit patterns
        const auto word = std::bit_cast<std::uint32_t>(value);
        if (!out_.contains(word) && !unwritten_.contains(word))
            return "its numbers were not copied back from device memory: the kernel is to compute "
                   "the product";
        unwritten += !out_.contains(word);
    }
    if (unwritten > 0)
        return std::to_string(unwritten) + " of its " + std::to_string(values.size()) +
               " numbers were copied back from memory that no kernel was the last to write: are "
               "there threads for all elements?";
    return {};
}

}  // namespace python
