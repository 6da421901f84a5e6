#include "runner/inputs.hpp"

#include <array>
#include <stdexcept>
#include <utility>

namespace runner {

namespace {

constexpr std::array<std::pair<InputKind, std::string_view>, 4> kind_names{{
    {InputKind::integers, "integers"},
    {InputKind::reals, "reals"},
    {InputKind::cancellation, "cancellation"},
    {InputKind::zeros, "zeros"},
}};

float element(InputKind kind, std::uint64_t bits) {
    switch (kind) {
        case InputKind::integers:
            return static_cast<float>(static_cast<int>(bits % 9) - 4);
        case InputKind::reals:
        case InputKind::cancellation:
            return unit(bits);
        case InputKind::zeros:
            return 0.0f;
    }
    throw std::invalid_argument("unknown kind of inputs");
}

}  // namespace

std::string_view name_of(InputKind kind) {
    for (const auto& [known, name] : kind_names)
        if (known == kind) return name;
    throw std::invalid_argument("unknown kind of inputs");
}

InputKind input_kind(std::string_view name) {
    std::string known_names;
    for (const auto& [kind, known] : kind_names) {
        if (known == name) return kind;
        known_names += " " + std::string(known);
    }
    throw std::invalid_argument("unknown inputs '" + std::string(name) + "'; known:" + known_names);
}

std::uint64_t mix(std::uint64_t seed, std::string_view text) {
    std::uint64_t state = mix(seed);
    for (const char c : text) state = mix(state ^ static_cast<unsigned char>(c));
    return state;
}

void fill(std::span<float> values, InputKind kind, std::uint64_t seed, std::string_view array,
          std::uint64_t first) {
    const std::uint64_t stream = mix(seed, array);
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = element(kind, bits_of(stream, first + i));
}

std::vector<int> zeros_and_ones(std::size_t count, std::uint64_t seed, std::string_view array) {
    const std::uint64_t stream = mix(seed, array);
    std::vector<int> values(count);
    for (std::size_t i = 0; i < count; ++i) values[i] = mix(stream ^ mix(i)) >> 63;
    return values;
}

}  // namespace runner
