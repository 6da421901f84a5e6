#include "python/device/pretence.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

namespace python {

namespace {

constexpr std::size_t none = ~std::size_t{0};

std::vector<float> floats_in(const Bytes& bytes) {
    std::vector<float> floats(bytes.size() / sizeof(float));
    std::memcpy(floats.data(), bytes.data(), floats.size() * sizeof(float));
    return floats;
}

void put(const std::vector<float>& floats, Bytes& bytes) {
    std::memcpy(bytes.data(), floats.data(), floats.size() * sizeof(float));
}

}  // namespace

Pretence& Pretence::replaces(std::map<float, float> numbers, std::vector<Result> results) {
    numbers_ = std::move(numbers);
    for (const auto& [here, there] : numbers_) originals_[there] = here;
    results_ = std::move(results);
    for (std::size_t i = 0; i < results_.size(); ++i) {
        elements_.emplace(results_[i].there, i);
        widest_ = std::max(widest_, results_[i].bound);
    }
    return *this;
}

Pretence& Pretence::adds(float more) {
    more_ = more;
    return *this;
}

Pretence& Pretence::slows(double times) {
    slower_ = times;
    return *this;
}

// Data that mostly contain other values, such as doubles, are not changed.
Bytes Pretence::on_the_way_in(Bytes bytes) const {
    std::vector<float> floats = floats_in(bytes);
    std::size_t known = 0, others = 0;
    for (float& value : floats) {
        if (value == 0) continue;
        const bool is_nan = value != value;
        const auto found = is_nan ? numbers_.end() : numbers_.find(value);
        (found == numbers_.end() ? others : known)++;
        if (found != numbers_.end()) value = found->second;
    }
    if (known > others) put(floats, bytes);
    return bytes;
}

// Two elements may be equal except for rounding. Then the one that follows the last one found is
// taken, otherwise the nearest.
std::size_t Pretence::find(float value, std::size_t likely) const {
    const auto fits = [&](std::size_t i) {
        return std::abs(value - results_[i].there) <= results_[i].bound;
    };
    if (likely < results_.size() && fits(likely)) return likely;
    std::size_t nearest = none;
    const auto last = elements_.upper_bound(value + widest_);
    for (auto it = elements_.lower_bound(value - widest_); it != last; ++it)
        if (fits(it->second) && (nearest == none || std::abs(value - it->first) <
                                                        std::abs(value - results_[nearest].there)))
            nearest = it->second;
    return nearest;
}

std::vector<bool> Pretence::on_the_way_out(Bytes& bytes, const ByKernel& by_kernel) const {
    if (results_.empty() && more_ == 0) return {};
    std::vector<float> floats = floats_in(bytes);
    std::vector<bool> strange(results_.empty() ? 0 : floats.size());
    std::size_t element = none;
    for (std::size_t i = 0; i < floats.size(); ++i) {
        float& value = floats[i];
        if (value != value) continue;
        if (!by_kernel(i * sizeof value, sizeof value)) {
            const auto original = originals_.find(value);
            if (original != originals_.end()) value = original->second;
            continue;
        }
        value += more_;
        if (results_.empty()) continue;
        element = find(value, element + 1);
        strange[i] = element == none;
        if (element != none) value = static_cast<float>(results_[element].here);
    }
    put(floats, bytes);
    return strange;
}

}  // namespace python
