#include "runner/by_hand.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>

#include "runner/backend.hpp"
#include "runner/launches.hpp"
#include "runner/perform.hpp"

namespace runner {

namespace {

std::size_t aligned(std::size_t bytes) {
    return (bytes + array_alignment - 1) / array_alignment * array_alignment;
}

void show_launch(const Launch& launch) {
    const auto &grid = launch.grid, &block = launch.block;
    std::printf("  %s<<<(%u, %u, %u), (%u, %u, %u)>>>\n", launch.kernel.c_str(), grid[0], grid[1],
                grid[2], block[0], block[1], block[2]);
    for (const auto& [counter, value] : launch.counters)
        if (!counter.starts_with("busiest_"))  // these are only needed for the estimate below
            std::printf("    %-30s %12llu\n", counter.c_str(),
                        static_cast<unsigned long long>(value));
    if (const std::string estimate = backend::estimate(launch.record); !estimate.empty())
        std::printf("    %s\n", estimate.c_str());
}

}  // namespace

CallByHand::CallByHand(const Problem& problem) : CallByHand(problem.function()) {
    request_.sizes = problem.sizes();
    request_.reals = problem.reals();
    for (const Problem::Array& array : problem.arrays()) {
        if (array.sent) add_input(array.name, array.type, array.bytes);
        if (array.written) add_output(array.name, array.type, array.count);
    }
}

CallByHand& CallByHand::size(const std::string& name, std::int64_t value) {
    request_.sizes[name] = value;
    return *this;
}

CallByHand& CallByHand::real(const std::string& name, double value) {
    request_.reals[name] = value;
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
    result_ = reply.result;
    if (reply.error != "cudaSuccess") std::printf("  CUDA reports %s\n", reply.error.c_str());
    return reply.error == "cudaSuccess";
}

std::span<const std::byte> CallByHand::output_bytes(const std::string& name,
                                                    ElementType type) const {
    for (const ArraySpec& array : request_.arrays)
        if (array.name == name && array.role == Role::out && array.type == type)
            return std::span(outputs_).subspan(array.offset, array.bytes());
    throw ProtocolError("the call has no output '" + name + "' of this type");
}

bool is_to_be_predicted(const std::string& function) {
    const char* const functions = std::getenv(to_predict_variable);
    const std::string all = "," + std::string(functions ? functions : "") + ",";
    if (all.find("," + function + ",") == all.npos) return false;
    std::printf("  its counts are shown once predict.toml has answers for [%s]\n",
                function.c_str());
    return true;
}

void CallByHand::show_launches() const {
    if (is_to_be_predicted(request_.function)) return;
    constexpr std::size_t most_shown = 8;
    const auto all = recorded_launches();
    std::printf("  %zu kernel launch%s, counted by the simulator:\n", all.size(),
                all.size() == 1 ? "" : "es");
    for (std::size_t i = 0; i < std::min(all.size(), most_shown); ++i) show_launch(all[i]);
    if (all.size() > most_shown) std::printf("  ...\n");
}

std::size_t launches() {
    return recorded_launches().size();
}

}  // namespace runner
