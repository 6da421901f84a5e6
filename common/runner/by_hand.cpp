#include "runner/by_hand.hpp"

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "runner/backend.hpp"
#include "runner/perform.hpp"

namespace runner {

namespace {

std::size_t aligned(std::size_t bytes) {
    return (bytes + array_alignment - 1) / array_alignment * array_alignment;
}

nlohmann::json kernels() {
    return nlohmann::json::parse(backend::records()).at("kernels");
}

void show_launch(const nlohmann::json& kernel) {
    const auto& grid = kernel.at("grid");
    const auto& block = kernel.at("block");
    std::printf("  %s<<<(%u, %u, %u), (%u, %u, %u)>>>\n",
                kernel.at("name").get<std::string>().c_str(), grid[0].get<unsigned>(),
                grid[1].get<unsigned>(), grid[2].get<unsigned>(), block[0].get<unsigned>(),
                block[1].get<unsigned>(), block[2].get<unsigned>());
    for (const auto& [counter, value] : kernel.at("counters").items())
        std::printf("    %-30s %12s\n", counter.c_str(), value.dump().c_str());
    if (const std::string estimate = backend::estimate(kernel.dump()); !estimate.empty())
        std::printf("    %s\n", estimate.c_str());
}

}  // namespace

CallByHand& CallByHand::size(const std::string& name, int value) {
    request_.sizes[name] = value;
    return *this;
}

CallByHand& CallByHand::add_input(const std::string& name, ElementType type,
                                  std::span<const std::byte> bytes) {
    const std::size_t offset = aligned(inputs_.size());
    inputs_.resize(offset);
    inputs_.insert(inputs_.end(), bytes.begin(), bytes.end());
    request_.arrays.push_back({.name = name,
                               .type = type,
                               .role = Role::in,
                               .count = bytes.size() / element_size(type),
                               .offset = offset});
    return *this;
}

CallByHand& CallByHand::add_output(const std::string& name, ElementType type, std::size_t count) {
    const std::size_t offset = aligned(outputs_.size());
    outputs_.resize(offset + count * element_size(type));
    request_.arrays.push_back(
        {.name = name, .type = type, .role = Role::out, .count = count, .offset = offset});
    return *this;
}

bool CallByHand::perform(const Program& program) {
    const Reply reply = runner::perform(program, request_, inputs_, outputs_);
    if (reply.status != ReplyStatus::returned) throw std::runtime_error(reply.reason);
    lines_fetched_ = reply.lines_fetched;
    if (reply.error != "cudaSuccess") std::printf("  CUDA reports %s\n", reply.error.c_str());
    return reply.error == "cudaSuccess";
}

std::span<const std::byte> CallByHand::bytes_of_output(const std::string& name,
                                                       ElementType type) const {
    for (const ArraySpec& array : request_.arrays)
        if (array.name == name && array.role == Role::out && array.type == type)
            return std::span(outputs_).subspan(array.offset, array.bytes());
    throw ProtocolError("the call has no output '" + name + "' of this type");
}

void show_launches() {
    constexpr std::size_t most_shown = 8;
    const auto all = kernels();
    std::printf("  %zu kernel launch%s, counted by the simulator:\n", all.size(),
                all.size() == 1 ? "" : "es");
    for (std::size_t i = 0; i < std::min(all.size(), most_shown); ++i) show_launch(all[i]);
    if (all.size() > most_shown) std::printf("  ...\n");
}

std::size_t launches() {
    return kernels().size();
}

}  // namespace runner
