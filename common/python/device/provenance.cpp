#include "python/device/provenance.hpp"

#include <bit>
#include <cstring>

namespace python {

namespace {

// So many different numbers do not stand in the inputs and the product by chance.
constexpr std::size_t too_many_common = 24;

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

void Provenance::copied_in(std::span<const std::byte> bytes) {
    add(bytes, in_);
}

void Provenance::copied_out(std::span<const std::byte> bytes, bool by_kernel) {
    if (by_kernel)
        add(bytes, out_);
    else
        copied_out_unwritten_ = true;
}

std::string Provenance::objection(std::span<const float> values) const {
    Words common;
    for (const float value : values) {
        if (value != value) continue;  // a NaN has many patterns
        const auto word = std::bit_cast<std::uint32_t>(value);
        if (!out_.contains(word))
            return copied_out_unwritten_
                       ? "what was copied back is not what a kernel wrote: its last writes were "
                         "copies, or there were none"
                       : "its numbers were not copied back from device memory: the kernel is to "
                         "compute the product";
        if (in_.contains(word)) common.insert(word);
    }
    if (common.size() >= too_many_common)
        return "its numbers were copied to the device before: the kernel is to compute them";
    return {};
}

}  // namespace python
