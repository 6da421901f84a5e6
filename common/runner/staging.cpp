#include "runner/staging.hpp"

#include <algorithm>
#include <cstring>

#include "runner/backend.hpp"
#include "runner/buffer.hpp"
#include "runner/inputs.hpp"

namespace runner {

namespace {

std::vector<std::byte> poison(std::size_t bytes) {
    std::vector<std::byte> pattern(bytes);
    for (std::size_t i = 0; i < bytes; i += sizeof poison_word)
        std::memcpy(&pattern[i], &poison_word, std::min(sizeof poison_word, bytes - i));
    return pattern;
}

bool fits(const ArraySpec& array, std::size_t memory) {
    return array.offset <= memory && array.bytes() <= memory - array.offset;
}

}  // namespace

Staging::Staging(const Request& request, std::span<const std::byte> inputs,
                 std::span<std::byte> outputs)
    : request_(request), inputs_(inputs), outputs_(outputs) {
    for (const ArraySpec& array : request.arrays) {
        if (array.role == Role::drawn) continue;
        const std::size_t memory = array.role == Role::in ? inputs.size() : outputs.size();
        if (!fits(array, memory))
            throw ProtocolError("array '" + array.name + "' lies outside its memory");
    }
}

Staging::~Staging() {
    if (!request_.rows_of.empty()) backend::watch_rows(nullptr, 0, 0);
}

std::int64_t Staging::size(std::string_view name) const {
    // Differs in each run of a batch; 31 bits.
    if (std::ranges::count(request_.drawn_sizes, name) > 0)
        return static_cast<std::int64_t>(
            bits_of(mix(request_.nonce.value_or(0), name), static_cast<std::uint64_t>(run_)) >> 33);
    const auto found = request_.sizes.find(std::string(name));
    if (found == request_.sizes.end())
        throw ProtocolError("the request has no size '" + std::string(name) + "'");
    return found->second;
}

double Staging::real(std::string_view name) const {
    const auto found = request_.reals.find(std::string(name));
    if (found == request_.reals.end())
        throw ProtocolError("the request has no number '" + std::string(name) + "'");
    return found->second;
}

bool Staging::has_size(std::string_view name) const {
    return request_.sizes.contains(std::string(name));
}

const ArraySpec* Staging::find(std::string_view name, Role role) const {
    for (const ArraySpec& array : request_.arrays)
        if (array.name == name && array.role == role) return &array;
    return nullptr;
}

const ArraySpec& Staging::spec(std::string_view name, Role role) const {
    const ArraySpec* array = find(name, role);
    if (!array && role != Role::echo) array = find(name, Role::drawn);
    if (!array) throw ProtocolError("the request has no array '" + std::string(name) + "'");
    return *array;
}

std::span<const std::byte> Staging::sent(const ArraySpec& array) const {
    const ArraySpec* sent = find(array.name, Role::in);
    if (sent && sent->bytes() != array.bytes())
        throw ProtocolError("array '" + array.name + "' is sent and returned with other sizes");
    return sent ? inputs_.subspan(sent->offset, sent->bytes()) : std::span<const std::byte>();
}

std::unique_ptr<Buffer> Staging::make(const ArraySpec& array, Place place) {
    if (request_.nonce && place == Place::host)
        throw ProtocolError("the arrays of a timed batch are in device memory");
    if (array.role == Role::drawn) {
        if (array.type != ElementType::f32 || !request_.nonce)
            throw ProtocolError("only arrays of floats are made, from a nonce");
        return std::make_unique<DeviceBuffer>(array.elements(), mix(*request_.nonce, array.name));
    }
    const bool holds_nothing = !find(array.name, Role::in);
    if (holds_nothing && request_.nonce && !backend::is_simulated())
        return DeviceBuffer::poisoned(array.bytes());
    const auto pattern = holds_nothing ? poison(array.bytes()) : std::vector<std::byte>();
    const auto contents = holds_nothing ? std::span<const std::byte>(pattern) : sent(array);
    if (place == Place::device) {
        std::unique_ptr<Buffer> made;
        backend::without_failing(
            [&] { made = std::make_unique<DeviceBuffer>(contents, holds_nothing); });
        return made;
    }
    gave_host_memory_ = true;
    return std::make_unique<HostBuffer>(array, contents);
}

Buffer& Staging::buffer(const ArraySpec& array, Place place) {
    std::unique_ptr<Buffer>& buffer = buffers_[array.name];
    if (!buffer) buffer = make(array, place);
    return *buffer;
}

void Staging::make_batch() {
    for (const ArraySpec& array : request_.arrays)
        if (array.role != Role::echo) buffer(array, Place::device);
}

void* Staging::place(std::string_view name, Role role, ElementType type, Place place) {
    const ArraySpec& array = spec(name, role);
    if (array.type != type)
        throw ProtocolError("array '" + array.name + "' is of another type than asked for");
    auto* base = static_cast<std::byte*>(buffer(array, place).data());
    if (array.name == request_.rows_of)
        backend::watch_rows(base, array.bytes(), request_.row_elements * element_size(array.type));
    const std::uint64_t slot = static_cast<std::uint64_t>(run_) % array.slots;
    return base + slot * array.stride * element_size(array.type);
}

void Staging::collect() {
    for (const ArraySpec& array : request_.arrays) {
        const auto placed = buffers_.find(array.name);
        const bool returned = array.role == Role::out || array.role == Role::echo;
        if (!returned || placed == buffers_.end()) continue;
        placed->second->copy_to(outputs_.subspan(array.offset, array.bytes()));
    }
}

std::vector<std::string> Staging::written_by_host() const {
    std::vector<std::string> names;
    for (const ArraySpec& array : request_.arrays) {
        const auto placed = buffers_.find(array.name);
        const bool is_all_written = array.role == Role::out && !find(array.name, Role::in);
        if (!is_all_written || placed == buffers_.end()) continue;
        const auto* buffer = dynamic_cast<DeviceBuffer*>(placed->second.get());
        if (buffer && !backend::written_by_kernel(placed->second->data(), array.bytes()))
            names.push_back(array.name);
    }
    return names;
}

}  // namespace runner
