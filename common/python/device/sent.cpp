#include "python/device/sent.hpp"

#include <cstring>
#include <functional>
#include <set>
#include <string>
#include <string_view>

#include "runner/random.hpp"

namespace python {

namespace {

// Requests that can bring data to the device, or a choice that a kernel could see.
bool brings_something(const std::string& operation) {
    static const std::set<std::string> those{
        "allocate", "free",          "fill",          "copy_in",     "copy_within",
        "launch",   "find_function", "find_variable", "allow_shared"};
    return those.contains(operation);
}

bool is_pointer(const std::string& field) {
    return field == "pointer" || field == "to" || field == "from";
}

}  // namespace

void Sent::allocated(std::uint64_t address, std::uint64_t bytes) {
    blocks_[address] = {bytes, blocks_.size()};
}

std::uint64_t Sent::normal(std::uint64_t word) const {
    auto block = blocks_.upper_bound(word);
    if (block == blocks_.begin()) return word;
    --block;
    const std::uint64_t offset = word - block->first;
    return offset > block->second.bytes ? word : runner::mix(block->second.number) + offset;
}

void Sent::add(std::uint64_t number) {
    digest_ = runner::mix(digest_ ^ number);
}

// Pointers among a kernel's arguments are at multiples of their size.
void Sent::add(const Bytes& bytes) {
    std::size_t at = 0;
    for (; at + sizeof(std::uint64_t) <= bytes.size(); at += sizeof(std::uint64_t)) {
        std::uint64_t word;
        std::memcpy(&word, bytes.data() + at, sizeof word);
        add(normal(word));
    }
    for (; at < bytes.size(); ++at) add(std::to_integer<std::uint64_t>(bytes[at]));
    add(bytes.size());
}

void Sent::add_module(std::span<const char> contents) {
    add(std::hash<std::string_view>()({contents.data(), contents.size()}));
}

void Sent::add(const Message& request) {
    const std::string operation = request.head.value("do", std::string());
    if (!brings_something(operation)) return;
    for (const auto& [field, value] : request.head.items()) {
        const bool points = is_pointer(field) && value.is_number_unsigned();
        add(std::hash<std::string>()(field));
        add(points ? normal(value.get<std::uint64_t>()) : std::hash<std::string>()(value.dump()));
    }
    add(request.body);
}

}  // namespace python
