#include "python/device/provenance.hpp"

#include <bit>
#include <cstring>

namespace python {

namespace {

// So many different numbers do not occur both in the inputs and in the product by chance.
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

void Provenance::copied_out(std::span<const std::byte> bytes, const ByKernel& by_kernel,
                            const std::vector<bool>& strange) {
    if (strange.empty() && by_kernel(0, bytes.size())) return add(bytes, out_);
    for (std::size_t i = 0; i + 4 <= bytes.size(); i += 4) {
        const bool is_strange = !strange.empty() && strange[i / 4];
        add(bytes.subspan(i, 4), is_strange ? strange_ : by_kernel(i, 4) ? out_ : unwritten_);
    }
}

std::string Provenance::objection(std::span<const float> values) const {
    const std::string words = first_objection(values);
    return words.empty() || hint_.empty() ? words : words + ". " + hint_;
}

std::string Provenance::first_objection(std::span<const float> values) const {
    Words common;
    std::size_t unwritten = 0;
    for (const float value : values) {
        if (value != value) continue;  // a NaN has many bit patterns
        const auto word = std::bit_cast<std::uint32_t>(value);
        if (!out_.contains(word) && strange_.contains(word))
            return "in this call the device has other numbers than Python, and what comes back is "
                   "not their product: the kernel is to compute it";
        if (!out_.contains(word) && !unwritten_.contains(word))
            return "its numbers were not copied back from device memory: the kernel is to compute "
                   "the product";
        unwritten += !out_.contains(word);
        if (in_.contains(word)) common.insert(word);
    }
    if (unwritten > 0)
        return std::to_string(unwritten) + " of its " + std::to_string(values.size()) +
               " numbers were copied back from memory that no kernel was the last to write: are "
               "there "
               "threads for all elements?";
    if (common.size() >= too_many_common)
        return "its numbers were copied to the device before: the kernel is to compute them";
    return {};
}

}  // namespace python
