#include "suite/session.hpp"

#include <fmt/format.h>

#include <array>
#include <cstring>
#include <thread>

#include "suite/memory.hpp"
#include "suite/records.hpp"

namespace grader::suite {

using runner::Channel;

namespace {

constexpr std::size_t most_output_kept = 256 * 1024;

std::string seconds(std::chrono::milliseconds limit) {
    return fmt::format("{:g} s", static_cast<double>(limit.count()) / 1000);
}

// The records begin with their length; 0 where the program did not come to leave any.
std::string records_in(const SharedMemory& memory) {
    std::uint64_t length = 0;
    std::memcpy(&length, memory.copy(sizeof length).data(), sizeof length);
    if (length == 0) throw RecordsError("no records");
    if (length > memory.size() - sizeof length) throw RecordsError("records of impossible length");
    const auto bytes = memory.copy(sizeof length + length);
    return {reinterpret_cast<const char*>(bytes.data()) + sizeof length, length};
}

std::vector<score::Finding> last_words(const SharedMemory& records) {
    try {
        return parse_records(records_in(records)).findings;
    } catch (const RecordsError&) {
        return {};
    }
}

}  // namespace

struct Session::Running {
    Channel channel;
    sandbox::Child child;
};

// The memory of one call: made anew for each, so that nothing of an earlier call can be in it.
struct Session::Exchange {
    explicit Exchange(const Call& call)
        : inputs(call.inputs(), SharedMemory::Program::reads),
          outputs(poison(call.outputs_bytes()), SharedMemory::Program::writes),
          records(runner::records_capacity) {}
    SharedMemory inputs, outputs, records;
};

Session::Session(Starter starter, std::string order, std::chrono::milliseconds call_limit)
    : starter_(std::move(starter)), order_(std::move(order)), call_limit_(call_limit) {}

Session::~Session() = default;

void Session::start() {
    auto [channel, theirs] = Channel::make();
    running_ =
        std::make_unique<Running>(Running{std::move(channel), starter_(order_, theirs.get())});
}

// Whatever the child still was doing, it is over; its words go to the log.
void Session::end_child() {
    if (!running_) return;
    running_->child.kill();
    const sandbox::Ended& ended = running_->child.wait();
    if (output_.size() < most_output_kept) output_ += ended.out + ended.err;
    running_.reset();
}

std::string Session::take_output() {
    end_child();
    return std::exchange(output_, {});
}

std::variant<Answer, Verdict> Session::call(const Call& call) {
    runner::Request request = call.request();
    if (out_of_time_.contains(request.function))
        return Verdict{
            Verdict::Kind::out_of_time,
            fmt::format("{} is not called again: it ran out of time before", request.function),
            {}};
    request.call = ++calls_;
    auto result = exchange(call, std::move(request));
    const auto* verdict = std::get_if<Verdict>(&result);
    if (verdict && verdict->kind == Verdict::Kind::out_of_time)
        out_of_time_.insert(call.request().function);
    const auto* answer = std::get_if<Answer>(&result);
    // CUDA's errors may stick to a process.
    if (!answer || answer->error() != "cudaSuccess") end_child();
    return result;
}

std::variant<Answer, Verdict> Session::exchange(const Call& call, runner::Request request) {
    const Exchange memory(call);
    if (!running_) start();
    const std::array descriptors{memory.inputs.descriptor(), memory.outputs.descriptor(),
                                 memory.records.descriptor()};
    Channel::Received received;
    try {
        running_->channel.send(encode(request), descriptors);
        received = running_->channel.receive(call_limit_, 0);
    } catch (const runner::ProtocolError&) {
        received.trouble = Channel::Trouble::closed;
    }
    if (received.trouble != Channel::Trouble::none) return no_reply(received, memory);

    // From here on nothing the program does can change what is copied.
    const bool stopped = running_->child.stop();
    const auto outputs = memory.outputs.copy(call.outputs_bytes());
    try {
        const runner::Reply reply = runner::decode_reply(received.packet.text);
        if (reply.call != request.call) throw runner::ProtocolError("an answer to another call");
        if (reply.status == runner::ReplyStatus::refused ||
            reply.status == runner::ReplyStatus::unknown_function)
            return Verdict{Verdict::Kind::refused,
                           fmt::format("{} could not be called: {}", request.function,
                                       reply.reason.substr(0, 500)),
                           last_words(memory.records)};
        Answer answer = make_answer(request, reply, outputs, records_in(memory.records), order_);
        if (stopped)
            running_->child.resume();
        else
            end_child();
        return answer;
    } catch (const std::runtime_error& error) {
        return Verdict{Verdict::Kind::garbage,
                       fmt::format("{} did not return as a function does: the program answered {}",
                                   request.function, error.what()),
                       {}};
    }
}

Verdict Session::no_reply(const Channel::Received& received, const Exchange& memory) {
    using Kind = Verdict::Kind;
    if (received.trouble == Channel::Trouble::timed_out)
        return {Kind::out_of_time,
                fmt::format("no answer within {}: an endless loop, or far too much work",
                            seconds(call_limit_)),
                last_words(memory.records)};
    if (received.trouble == Channel::Trouble::oversized)
        return {Kind::garbage, "the program answered with a flood of bytes", {}};
    running_->channel = Channel(runner::Descriptor());
    // It closed its end: as a rule because it is dead. If it lives on all the same, it is ended.
    const sandbox::Ended ended = [&] {
        const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(2);
        while (!running_->child.ended() && std::chrono::steady_clock::now() < deadline)
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        if (!running_->child.ended()) running_->child.kill();
        return running_->child.wait();
    }();
    auto findings = last_words(memory.records);
    switch (ended.how) {
        case sandbox::How::exited:
            return {Kind::ended,
                    fmt::format("the program ended by itself (status {}) instead of returning",
                                ended.code),
                    std::move(findings)};
        case sandbox::How::killed:
            return {Kind::garbage, "the program cut its connection to the grader", {}};
        case sandbox::How::wall_time:
        case sandbox::How::cpu_time:
            return {Kind::out_of_time, "the program " + sandbox::describe(ended),
                    std::move(findings)};
        default:
            return {Kind::crashed, "the program " + sandbox::describe(ended), std::move(findings)};
    }
}

}  // namespace grader::suite
