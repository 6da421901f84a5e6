#include "suite/calls/call.hpp"

#include <algorithm>

namespace grader::suite {

namespace {

std::size_t aligned(std::size_t bytes) {
    return (bytes + runner::array_alignment - 1) / runner::array_alignment *
           runner::array_alignment;
}

}  // namespace

Call& Call::sent(const std::string& name, runner::ElementType type,
                 std::span<const std::byte> bytes) {
    const std::size_t count = bytes.size() / runner::element_size(type);
    inputs_.resize(aligned(inputs_.size()));
    request_.arrays.push_back({.name = name,
                               .type = type,
                               .role = runner::Role::in,
                               .count = count,
                               .offset = inputs_.size()});
    inputs_.insert(inputs_.end(), bytes.begin(), bytes.end());
    return *this;
}

// Every input is also returned, since a function may not change what it only reads.
Call& Call::add_input(const std::string& name, runner::ElementType type,
                      std::span<const std::byte> bytes) {
    return sent(name, type, bytes)
        .add_returned(name, type, runner::Role::echo, bytes.size() / runner::element_size(type));
}

Call& Call::add_returned(const std::string& name, runner::ElementType type, runner::Role role,
                         std::size_t count) {
    outputs_bytes_ = aligned(outputs_bytes_);
    request_.arrays.push_back(
        {.name = name, .type = type, .role = role, .count = count, .offset = outputs_bytes_});
    outputs_bytes_ += count * runner::element_size(type);
    return *this;
}

Call Call::with_zeros_in(const std::string& output) const {
    Call call = *this;
    const auto array = std::ranges::find_if(request_.arrays, [&](const runner::ArraySpec& each) {
        return each.name == output && each.role == runner::Role::out;
    });
    if (array == request_.arrays.end()) return call;
    const std::vector<std::byte> zeros(array->count * runner::element_size(array->type));
    call.sent(output, array->type, zeros);
    std::ranges::rotate(call.request_.arrays, call.request_.arrays.end() - 1);
    return call;
}

bool Call::is_telling() const {
    constexpr std::int64_t enough = 256, enough_if_square = 1024;
    if (telling_) return *telling_;
    std::int64_t product = 1;
    std::set<std::int64_t> different;
    std::size_t count = 0;
    for (const char* const name : {"n", "m", "k", "pixels"}) {
        const auto size = request_.sizes.find(name);
        if (size == request_.sizes.end()) continue;
        if (size->second < 2) return false;
        product *= std::min<std::int64_t>(size->second, enough_if_square);
        different.insert(size->second);
        ++count;
    }
    return product >= (different.size() == count ? enough : enough_if_square);
}

Call& Call::output_slots(const std::string& name, std::uint64_t count, std::uint64_t slots,
                         std::uint64_t stride, runner::ElementType type) {
    outputs_bytes_ = aligned(outputs_bytes_);
    request_.arrays.push_back({.name = name,
                               .type = type,
                               .role = runner::Role::out,
                               .count = count,
                               .offset = outputs_bytes_,
                               .slots = slots,
                               .stride = stride});
    outputs_bytes_ += request_.arrays.back().bytes();
    return *this;
}

}  // namespace grader::suite
