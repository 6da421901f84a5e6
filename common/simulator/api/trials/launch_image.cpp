#include "simulator/api/trials/launch_image.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "simulator/api/trials/values.hpp"

namespace cusim::api {

namespace {

using memory::Address;

// Larger than the effect of another order of a few additions on a float or double.
constexpr double close_floats = 1e-5, close_doubles = 1e-12;

std::uint32_t word_at(Address address) {
    std::uint32_t value;
    std::memcpy(&value, reinterpret_cast<const void*>(address), sizeof value);
    return value;
}

void set_word(Address address, std::uint32_t value) {
    std::memcpy(reinterpret_cast<void*>(address), &value, sizeof value);
}

}  // namespace

LaunchImage::Left LaunchImage::take(const std::vector<race::Overwritten::Word>& words) {
    for (const auto& [address, before] : words) {
        if (!numbers_.emplace(address, addresses_.size()).second) continue;
        addresses_.push_back(address);
        before_.push_back(before);
    }
    Left left;
    left.reserve(addresses_.size());
    for (const Address address : addresses_) left.push_back(word_at(address));
    return left;
}

void LaunchImage::undo() const {
    put({});
}

void LaunchImage::put(const Left& left) const {
    for (std::size_t i = 0; i < addresses_.size(); ++i)
        set_word(addresses_[i], i < left.size() ? left[i] : before_[i]);
}

std::uint32_t LaunchImage::word(const Left& left, Address address) const {
    const auto number = numbers_.find(address);
    if (number == numbers_.end()) return word_at(address);  // nobody stores there
    return number->second < left.size() ? left[number->second] : before_[number->second];
}

std::uint64_t LaunchImage::value(const Left& left, Address address, std::size_t size) const {
    const Address low = address & ~Address{3};
    std::uint64_t bits = word(left, low);
    if (size > 4) bits |= std::uint64_t{word(left, low + 4)} << 32;
    return bits >> 8 * (address - low);
}

bool LaunchImage::differ(const Left& one, const Left& other, std::size_t number) const {
    const Address address = addresses_[number];
    const std::uint32_t a = word(one, address), b = word(other, address);
    if (a == b) return false;
    const NumberKinds kinds = kinds_at(reinterpret_cast<const void*>(address));
    const auto one_float = std::bit_cast<float>(a), other_float = std::bit_cast<float>(b);
    if (kinds.is_float && std::isnan(one_float) && std::isnan(other_float)) return false;
    if (kinds.may_be_float && are_close(one_float, other_float, close_floats)) return false;
    const Address pair = address & ~Address{7};
    return !kinds.may_be_double ||
           !are_close(std::bit_cast<double>(value(one, pair, 8)),
                      std::bit_cast<double>(value(other, pair, 8)), close_doubles);
}

bool LaunchImage::are_same(const Left& one, const Left& other,
                           const std::function<std::uint32_t(Address)>& ignored) const {
    return std::ranges::all_of(addresses_, [&](Address address) {
        return ((word(one, address) ^ word(other, address)) & ~ignored(address)) == 0;
    });
}

std::optional<Address> LaunchImage::difference(const Left& one, const Left& other,
                                               const Left& third, Address first) const {
    const auto differs = [&](std::size_t i) {
        return differ(one, other, i) && differ(one, third, i);
    };
    const auto at_first = numbers_.find(first);
    if (at_first != numbers_.end() && differs(at_first->second)) return first;
    std::optional<Address> lowest;
    for (std::size_t i = 0; i < addresses_.size(); ++i)
        if ((!lowest || addresses_[i] < *lowest) && differs(i)) lowest = addresses_[i];
    return lowest;
}

}  // namespace cusim::api
