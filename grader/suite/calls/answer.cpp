#include "suite/calls/answer.hpp"

#include <fmt/format.h>

#include <stdexcept>

#include "suite/calls/records.hpp"

namespace grader::suite {

namespace {

constexpr std::size_t longest_message = 2000;

bool has_unwritten_words(const std::vector<std::byte>& bytes) {
    for (std::size_t i = 0; i + sizeof runner::poison_word <= bytes.size(); i += 4)
        if (std::memcmp(&bytes[i], &runner::poison_word, sizeof runner::poison_word) == 0)
            return true;
    return false;
}

/// What the error says of the program, for errors that leave no finding.
std::string_view meaning(std::string_view error) {
    if (error == "cudaErrorStreamCaptureUnsupported")
        return ": a stream was capturing when the device was waited for, or at another call that a "
               "capture forbids. What is captured does not run: cudaStreamEndCapture makes a graph "
               "of it, and cudaGraphLaunch runs that";
    return {};
}

}  // namespace

std::string Answer::error_after(std::string_view where) const {
    return fmt::format("CUDA reports {} after {}{}", error_, where, meaning(error_));
}

const Answer::Array& Answer::find(const std::string& name, runner::ElementType type) const {
    const auto found = outputs_.find(name);
    if (found == outputs_.end() || found->second.type != type)
        throw std::logic_error("the call has no output '" + name + "' of this type");
    return found->second;
}

std::span<const std::byte> Answer::output_bytes(const std::string& name) const {
    const auto found = outputs_.find(name);
    if (found == outputs_.end()) throw std::logic_error("the call has no output '" + name + "'");
    return found->second.bytes;
}

bool Answer::left_unchanged(const std::string& name, std::span<const std::byte> bytes) const {
    const auto found = echoes_.find(name);
    if (found == echoes_.end()) throw std::logic_error("the call has no input '" + name + "'");
    const auto& left = found->second.bytes;
    return left.size() == bytes.size() && std::memcmp(left.data(), bytes.data(), left.size()) == 0;
}

bool Answer::equals(const Answer& other) const {
    const auto same_bytes = [](const auto& one, const auto& two) {
        return one.first == two.first && one.second.bytes == two.second.bytes;
    };
    return std::ranges::equal(outputs_, other.outputs_, same_bytes) && error_ == other.error_ &&
           thrown_ == other.thrown_;
}

// An output that is not written at all has wrong values, and is better reported as such.
std::vector<std::string> Answer::written_by_host() const {
    std::vector<std::string> names;
    for (const std::string& name : written_by_host_) {
        const auto found = outputs_.find(name);
        if (found != outputs_.end() && !has_unwritten_words(found->second.bytes))
            names.push_back(name);
    }
    return names;
}

const std::vector<score::Kernel>& Answer::launches() const {
    if (unlisted_launches_ > 0)
        throw CaseFailed{fmt::format("{} makes {} launches, and only the first {} are looked at",
                                     function_, launch_count(), launches_.size())};
    return launches_;
}

Answer make_answer(const runner::Request& request, const runner::Reply& reply,
                   const CopyOutputs& outputs, std::string_view records, std::string order,
                   Remedies remedies) {
    Answer answer;
    for (const runner::ArraySpec& array : request.arrays) {
        if (array.role != runner::Role::out && array.role != runner::Role::echo) continue;
        if (request.repeat == 0) continue;
        auto& arrays = array.role == runner::Role::out ? answer.outputs_ : answer.echoes_;
        arrays[array.name] = {array.type, outputs(array.bytes(), array.offset)};
    }
    Records parsed = parse_records(records, remedies);
    answer.findings_ = std::move(parsed.findings);
    answer.launches_ = std::move(parsed.kernels);
    answer.unlisted_launches_ = parsed.unlisted_kernels;
    answer.function_ = request.function;
    answer.error_ = reply.error.substr(0, longest_message);
    if (reply.status == runner::ReplyStatus::threw)
        answer.thrown_ =
            reply.reason.empty() ? "an exception" : reply.reason.substr(0, longest_message);
    answer.result_ = reply.result;
    answer.leaked_bytes_ = reply.leaked_bytes;
    answer.freed_others_ = reply.freed_others;
    answer.variable_bytes_ = reply.variable_bytes;
    answer.failed_call_ = reply.failed_call.substr(0, longest_message);
    answer.next_call_ = reply.next_call.substr(0, longest_message);
    answer.host_copies_ = reply.host_copies;
    answer.device_copies_ = reply.device_copies;
    answer.device_copy_bytes_ = reply.device_copy_bytes;
    answer.atomic_reads_ = reply.atomic_reads;
    answer.lines_fetched_ = reply.lines_fetched;
    answer.written_by_host_ = reply.written_by_host;
    answer.order_ = std::move(order);
    return answer;
}

}  // namespace grader::suite
