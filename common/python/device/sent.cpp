#include "python/device/sent.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <set>
#include <string_view>

#include "runner/random.hpp"

namespace python {

namespace {

// Requests that change what is on the device, or choose what comes back. The addresses of memory
// that is allocated later depend on what is freed.
bool counts(const std::string& operation) {
    static const std::set<std::string> those{
        "allocate",    "free",   "fill",         "copy_in",      "copy_out",      "copy_within",
        "synchronize", "launch", "allow_shared", "record_event", "wait_for_event"};
    return those.contains(operation);
}

bool is_pointer(const std::string& field) {
    return field == "pointer" || field == "to" || field == "from";
}

std::uint64_t hash(std::uint64_t key, std::span<const std::byte> bytes) {
    std::uint64_t state = runner::mix(runner::mix(key) ^ bytes.size());
    for (std::size_t i = 0; i < bytes.size(); i += sizeof state) {
        std::uint64_t word = 0;
        std::memcpy(&word, bytes.data() + i, std::min(sizeof word, bytes.size() - i));
        state = runner::mix(state ^ word);
    }
    return state;
}

std::uint64_t hash(std::uint64_t key, std::string_view text) {
    return hash(key, std::as_bytes(std::span(text)));
}

template <class T>
T word_at(std::span<const std::byte> bytes, std::size_t offset) {
    T value;
    std::memcpy(&value, bytes.data() + offset, sizeof value);
    return value;
}

}  // namespace

void Sent::begin(std::uint64_t key, std::span<const float> numbers) {
    key_ = digest_ = key;
    bytes_ = 0;
    if (copies_key_ == 0) copies_key_ = key;
    floats_.clear();
    doubles_.clear();
    names_.clear();
    back_.clear();
    if (key_ == 0) return;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        if (numbers[i] == 0) continue;  // zeros are also what matrices are padded with
        floats_.try_emplace(std::bit_cast<std::uint32_t>(numbers[i]), i);
        doubles_.try_emplace(std::bit_cast<std::uint64_t>(double{numbers[i]}), i);
    }
    // What a program has made and freed in earlier calls does not count.
    std::vector<Block*> by_age;
    for (auto& [address, block] : blocks_) by_age.push_back(&block);
    std::ranges::sort(by_age, {}, &Block::number);
    next_block_ = 0;
    for (Block* const block : by_age) block->number = next_block_++;
    for (Module& module : modules_) module.hash = hash(key_, module.contents);
}

void Sent::allocated(std::uint64_t address, std::uint64_t bytes) {
    blocks_[address] = {bytes, next_block_++};
}

void Sent::loaded(std::string contents) {
    const std::uint64_t hashed = hash(key_, contents);
    modules_.push_back({std::move(contents), hashed});
}

void Sent::found_function(std::size_t module, std::string name) {
    functions_.emplace_back(module, std::move(name));
}

void Sent::came_back(std::span<const std::byte> bytes) {
    ++copied_;
    if (key_ == 0) return;
    copies_[hash(copies_key_, bytes)] = copied_;
    for (std::size_t i = 0; i + 4 <= bytes.size(); i += 4)
        back_.push_back(word_at<std::uint32_t>(bytes, i));
    for (std::size_t i = 0; i + 8 <= bytes.size(); i += 8)
        back_.push_back(
            std::bit_cast<std::uint32_t>(static_cast<float>(word_at<double>(bytes, i))));
}

std::uint64_t Sent::marked(Mark mark, std::uint64_t number) const {
    return runner::mix(runner::mix(key_ ^ mark) ^ number);
}

std::optional<std::uint64_t> Sent::pointer(std::uint64_t word) const {
    auto block = blocks_.upper_bound(word);
    if (block == blocks_.begin()) return std::nullopt;
    --block;
    const std::uint64_t offset = word - block->first;
    if (offset > block->second.bytes) return std::nullopt;
    return marked(memory, block->second.number) + offset;
}

/// Streams and events are numbered in each call from its beginning.
std::uint64_t Sent::named(const std::string& kind, std::uint64_t number) {
    if (number == 0) return 0;
    return names_.try_emplace({kind, number}, names_.size() + 1).first->second;
}

std::uint64_t Sent::function(std::size_t number) const {
    if (number >= functions_.size()) return number;
    const auto& [module, name] = functions_[number];
    return hash(modules_[module].hash, name);
}

void Sent::add(std::uint64_t number) {
    digest_ = runner::mix(digest_ ^ number);
}

// If most of it makes sense as doubles: a 0 and a 2 beside each other, as floats, also look like a
// double.
bool Sent::has_doubles(const Bytes& bytes) const {
    std::size_t doubles = 0, floats = 0;
    for (std::size_t at = 0; at + 8 <= bytes.size(); at += 8) {
        doubles += doubles_.contains(word_at<std::uint64_t>(bytes, at));
        floats += floats_.contains(word_at<std::uint32_t>(bytes, at));
        floats += floats_.contains(word_at<std::uint32_t>(bytes, at + 4));
    }
    return doubles > floats;
}

// Pointers and doubles are at multiples of their size. If the contents are neither zeros nor
// numbers that are known, but have come back like this before, they count as that copy: a script
// may hand on what a kernel has made.
void Sent::add_contents(const Bytes& bytes) {
    const std::uint64_t before = digest_;
    const bool doubles = has_doubles(bytes);
    bool is_known = true;
    std::size_t at = 0;
    const auto add_one_of = [&](const auto& places, auto word) {
        const auto known = places.find(word);
        is_known &= word == 0 || known != places.end();
        add(known == places.end() ? word : marked(place, known->second));
    };
    for (; at + 8 <= bytes.size(); at += 8) {
        const auto word = word_at<std::uint64_t>(bytes, at);
        if (const auto counted = pointer(word)) {
            add(*counted);
        } else if (doubles) {
            add_one_of(doubles_, word);
        } else {
            add_one_of(floats_, word_at<std::uint32_t>(bytes, at));
            add_one_of(floats_, word_at<std::uint32_t>(bytes, at + 4));
        }
    }
    for (; at + 4 <= bytes.size(); at += 4) add_one_of(floats_, word_at<std::uint32_t>(bytes, at));
    for (; at < bytes.size(); ++at) add(std::to_integer<std::uint64_t>(bytes[at]));
    add(bytes.size());
    const auto found = is_known ? copies_.end() : copies_.find(hash(copies_key_, bytes));
    if (found == copies_.end()) return;
    digest_ = before;
    add(marked(copy, copied_ - found->second));
}

void Sent::add_modules() {
    std::set<std::uint64_t> distinct;
    for (const Module& module : modules_) distinct.insert(module.hash);
    for (const std::uint64_t each : distinct) add(each);
}

// The device also takes 3.0 where it expects a whole number, and true for a stream.
std::uint64_t Sent::field(const std::string& name, const Head& value) {
    if (!value.is_number() && !value.is_boolean()) return hash(key_, value.dump());
    const auto number = value.is_boolean() ? value.get<bool>() : value.get<std::uint64_t>();
    if (is_pointer(name)) return pointer(number).value_or(number);
    if (name == "stream" || name == "event") return named(name, number);
    if (name == "function") return function(number);
    if (name != "value" || number > ~std::uint32_t{0}) return number;
    const auto found = floats_.find(static_cast<std::uint32_t>(number));
    return found == floats_.end() ? number : marked(place, found->second);
}

void Sent::add(const Message& request) {
    const std::string operation = request.head.value("do", std::string());
    if (key_ != 0 && counts(operation)) {
        for (const auto& [name, value] : request.head.items()) {
            add(hash(key_, name));
            add(field(name, value));
        }
        if (operation == "launch") add_modules();
        add_contents(request.body);
        bytes_ += request.body.size();
    }
    if (operation == "free") {
        const auto pointer = request.head.find("pointer");
        if (pointer != request.head.end() && pointer->is_number_unsigned())
            blocks_.erase(pointer->get<std::uint64_t>());
    }
}

}  // namespace python
