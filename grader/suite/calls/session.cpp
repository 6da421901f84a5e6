#include "suite/calls/session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <thread>
#include <vector>

#include "suite/calls/memory.hpp"
#include "suite/calls/records.hpp"

namespace grader::suite {

using runner::Channel;

namespace {

constexpr std::size_t most_output_kept = 256 * 1024;

// The records begin with their length; it is 0 if the program did not get that far.
std::string records_in(const SharedMemory& memory) {
    std::uint64_t length = 0;
    std::memcpy(&length, memory.copy(sizeof length).data(), sizeof length);
    if (length == 0) throw RecordsError("no records");
    if (length > memory.size() - sizeof length) throw RecordsError("records of impossible length");
    const auto bytes = memory.copy(sizeof length + length);
    return {reinterpret_cast<const char*>(bytes.data()) + sizeof length, length};
}

std::vector<score::Finding> last_words(const SharedMemory& records, Remedies remedies) {
    try {
        return parse_records(records_in(records), remedies).findings;
    } catch (const RecordsError&) {
        return {};
    }
}

// The verdict on all further calls.
Verdict again(Verdict::Kind kind, const std::string& why) {
    return {kind, "not called again: " + why, {}};
}

// A launch that the simulator ended, since none of its threads would ever have. That took a second
// or more.
bool is_endless(const Answer& answer) {
    return std::ranges::any_of(answer.findings(), [](const score::Finding& finding) {
        return finding.kind == "livelock" && finding.severity == score::Severity::error;
    });
}

using std::chrono::milliseconds;
using std::chrono::steady_clock;

/// How long to wait for a call. The limit is the processor time of its programs, so that other work
/// on the machine does not matter. A program that waits for something that never comes uses none;
/// for such a program, the time during which it is idle counts.
class Patience {
  public:
    Patience(std::vector<const sandbox::Child*> programs, milliseconds limit, bool served)
        : programs_(std::move(programs)), limit_(limit), idle_limit_(served ? 6 * limit : limit) {
        for (const auto* program : programs_) used_before_ += program->activity().cpu;
    }

    static constexpr milliseconds slice{100};

    /// To be called after each slice without an answer.
    bool is_spent() {
        milliseconds used{0};
        bool busy = false;
        for (const auto* program : programs_) {
            const auto activity = program->activity();
            used += activity.cpu;
            busy |= activity.wants_processor;
        }
        used -= used_before_;
        const auto now = steady_clock::now();
        if (!busy && used == used_) idle_ += now - looked_;
        looked_ = now;
        used_ = used;
        return used >= limit_ || idle_ >= idle_limit_;
    }

  private:
    const std::vector<const sandbox::Child*> programs_;
    const milliseconds limit_, idle_limit_;
    milliseconds used_before_{0}, used_{0};
    steady_clock::duration idle_{0};
    steady_clock::time_point looked_ = steady_clock::now();
};

// A program that has closed its end is usually dead. One that is still alive is killed. Throws
// SessionError if the program did not end by itself.
const sandbox::Ended& end_of(sandbox::Child& child) {
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(2);
    while (!child.ended() && std::chrono::steady_clock::now() < deadline)
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    if (!child.ended()) child.kill();
    const auto& ended = child.wait();
    if (ended.killed_by_others())
        throw SessionError("a program under test was killed, and not by the grader");
    return ended;
}

/// In a batch, the program itself marks what is never written.
SharedMemory outputs_of(const Call& call) {
    if (call.request().nonce) return SharedMemory(call.outputs_bytes());
    return {poison(call.outputs_bytes()), SharedMemory::Program::writes};
}

}  // namespace

struct Session::Running {
    Running(Channel channel, Started started)
        : channel(std::move(channel)),
          service(std::move(started.service)),
          trouble(std::move(started.trouble)),
          child(std::move(started.program)),
          script(std::move(started.script)) {}

    Channel channel;
    std::shared_ptr<void> service;
    std::function<std::string()> trouble;
    sandbox::Child child;
    std::optional<sandbox::Child> script;
};

// A call in progress. Its memory is created for it alone, so that nothing of an earlier call is in
// it.
struct Session::Pending {
    runner::Request request;
    SharedMemory outputs;
    SharedMemory records;
    bool sent;
};

Session::Session(Starter starter, std::string order, std::chrono::milliseconds call_limit,
                 std::vector<std::string> open_hunts, std::shared_ptr<UsedUp> used_up)
    : starter_(std::move(starter)),
      order_(std::move(order)),
      call_limit_(call_limit),
      open_hunts_(std::move(open_hunts)),
      used_up_(std::move(used_up)) {}

Session::~Session() = default;

void Session::start() {
    history_.clear();
    auto [channel, theirs] = Channel::make();
    try {
        running_ = std::make_unique<Running>(std::move(channel), starter_(order_, theirs.get()));
    } catch (const std::exception& error) {
        throw SessionError(std::string("a program could not be started: ") + error.what());
    }
}

// Ends the child, whatever it is doing. Its output goes to the log.
void Session::end_child() {
    if (!running_) return;
    running_->child.kill();
    const sandbox::Ended& ended = running_->child.wait();
    if (output_.size() < most_output_kept) output_ += ended.out + ended.err;
    if (running_->script) {
        running_->script->kill();
        const sandbox::Ended& script = running_->script->wait();
        if (output_.size() < most_output_kept) output_ += script.out + script.err;
    }
    running_.reset();
}

std::string Session::take_output() {
    end_child();
    return std::exchange(output_, {});
}

void Session::prepare() {
    if (!running_) start();
}

// A batch may get its inputs from elsewhere.
void Session::remember(const Call& call) {
    constexpr std::size_t most_bytes = std::size_t{4} << 20;
    Kept& kept = history_[call.request().function];
    kept.bytes += call.inputs().size();
    kept.is_complete = kept.is_complete && kept.bytes <= most_bytes && !call.request().nonce;
    if (kept.is_complete)
        kept.calls.push_back(std::make_shared<const Call>(call));
    else
        kept.calls.clear();
}

std::optional<History> Session::history_of(const std::string& function) const {
    const auto kept = history_.find(function);
    if (kept == history_.end()) return History();
    if (!kept->second.is_complete) return std::nullopt;
    return kept->second.calls;
}

void Session::begin(const Call& call, const SharedMemory& inputs) {
    runner::Request request = call.request();
    request.call = ++calls_;
    pending_ = std::make_unique<Pending>(
        Pending{request, outputs_of(call), SharedMemory(runner::records_capacity), false});
    if (used_up_->contains(request.function)) return;
    prepare();
    remember(call);
    const std::array descriptors{inputs.descriptor(), pending_->outputs.descriptor(),
                                 pending_->records.descriptor()};
    const std::string text = encode(request);
    try {
        begun_ = std::chrono::steady_clock::now();
        running_->channel.send(text, descriptors);
        pending_->sent = true;
    } catch (const runner::ProtocolError&) {
        // The program is gone; receive() finds out why.
    }
}

std::variant<Answer, Verdict> Session::end() {
    const std::string function = pending_->request.function;
    if (const auto before = used_up_->find(function); before != used_up_->end() && !pending_->sent)
        return before->second;
    auto result = receive();
    if (running_ && running_->trouble)
        if (const auto trouble = running_->trouble(); !trouble.empty()) throw SessionError(trouble);
    const bool failed_on_purpose = pending_->request.fail_call.has_value();
    pending_.reset();
    note_used_up(function, result);
    const auto* answer = std::get_if<Answer>(&result);
    // A process may keep a CUDA error, unless the error was caused on purpose.
    if (!answer || (answer->has_cuda_error() && !failed_on_purpose)) end_child();
    return result;
}

void Session::note_used_up(const std::string& function,
                           const std::variant<Answer, Verdict>& result) {
    using Kind = Verdict::Kind;
    const auto* const verdict = std::get_if<Verdict>(&result);
    if (verdict && verdict->kind == Kind::out_of_memory)
        used_up_->emplace(function,
                          again(verdict->kind, "it used more memory than allowed before"));
    else if (verdict && verdict->used_up_a_limit())
        used_up_->emplace(function, again(verdict->kind, "it ran out of time before"));
    else if (!verdict && is_endless(std::get<Answer>(result)))
        used_up_->emplace(function, again(Kind::out_of_time, "a launch did not end before"));
}

void Session::give_up() {
    end_child();
    pending_.reset();
}

runner::Channel::Received Session::wait_for_reply() {
    std::vector<const sandbox::Child*> programs{&running_->child};
    if (running_->script) programs.push_back(&*running_->script);
    Patience patience(std::move(programs), call_limit_, running_->service != nullptr);
    const auto slice = std::min(Patience::slice, call_limit_);
    while (true) {
        auto received = running_->channel.receive(slice, 0);
        if (received.trouble != Channel::Trouble::timed_out || patience.is_spent()) return received;
    }
}

std::variant<Answer, Verdict> Session::receive() {
    if (!pending_->sent) return no_reply(Channel::Trouble::closed);
    const auto received = wait_for_reply();
    seconds_ = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun_).count();
    if (received.trouble != Channel::Trouble::none) return no_reply(received.trouble);
    // From here on, the program cannot change what is copied.
    const bool stopped = running_->child.stop();
    auto result = read_answer(received.packet.text);
    if (stopped)
        running_->child.resume();
    else
        end_child();
    return result;
}

Remedies Session::remedies() const {
    const bool is_hunt = std::ranges::count(open_hunts_, pending_->request.function) > 0;
    return is_hunt ? Remedies::held_back : Remedies::told;
}

std::variant<Answer, Verdict> Session::read_answer(const std::string& text) {
    const runner::Request& request = pending_->request;
    try {
        const runner::Reply reply = runner::decode_reply(text);
        if (reply.call != request.call) throw runner::ProtocolError("an answer to another call");
        if (reply.status == runner::ReplyStatus::refused ||
            reply.status == runner::ReplyStatus::unknown_function)
            return Verdict{Verdict::Kind::refused,
                           "it could not be called: " + reply.reason.substr(0, 500),
                           last_words(pending_->records, remedies())};
        if (running_->script && reply.reason == runner::script_gone) return script_is_gone();
        const auto outputs = [this](std::size_t bytes, std::size_t first) {
            return pending_->outputs.copy(bytes, first);
        };
        return make_answer(request, reply, outputs, records_in(pending_->records), order_,
                           remedies());
    } catch (const runner::ProtocolError& error) {
        return Verdict{Verdict::Kind::garbage,
                       std::string("what came back is not an answer: ") + error.what(),
                       {}};
    } catch (const RecordsError& error) {
        return Verdict{Verdict::Kind::garbage,
                       std::string("what came back is not a record of a call: ") + error.what(),
                       {}};
    }
}

// The lab program lives, but the script that it calls does not answer any more.
Verdict Session::script_is_gone() {
    using Kind = Verdict::Kind;
    const sandbox::Ended& ended = end_of(*running_->script);
    switch (ended.how) {
        case sandbox::How::exited:
            return {Kind::ended,
                    "Python ended by itself instead of returning: something calls exit",
                    {}};
        case sandbox::How::killed:
            return {Kind::garbage, "Python cut its connection to the device", {}};
        case sandbox::How::wall_time:
        case sandbox::How::cpu_time:
            return {Kind::out_of_time, "Python " + sandbox::describe(ended), {}};
        case sandbox::How::memory:
            return {Kind::out_of_memory, "Python " + sandbox::describe(ended), {}};
        default:
            return {Kind::crashed, "Python " + sandbox::describe(ended), {}};
    }
}

Verdict Session::no_reply(Channel::Trouble trouble) {
    using Kind = Verdict::Kind;
    if (trouble == Channel::Trouble::timed_out) {
        // The program's last words say where it is.
        running_->child.end_time();
        end_of(running_->child);
        return {Kind::out_of_time,
                fmt::format("no answer within {:g} s: an endless loop, or far too much work",
                            std::chrono::duration<double>(call_limit_).count()),
                last_words(pending_->records, remedies())};
    }
    if (trouble == Channel::Trouble::oversized)
        return {Kind::garbage, "the program answered with a flood of bytes", {}};
    const sandbox::Ended& ended = end_of(running_->child);
    auto findings = last_words(pending_->records, remedies());
    const std::string how = "the program " + sandbox::describe(ended);
    switch (ended.how) {
        case sandbox::How::exited:
            return {Kind::ended,
                    "the program ended by itself instead of returning: something calls exit",
                    std::move(findings)};
        case sandbox::How::killed:
            return {Kind::garbage, "the program cut its connection to the grader", {}};
        case sandbox::How::wall_time:
        case sandbox::How::cpu_time:
            if (std::ranges::count(findings, "livelock", &score::Finding::kind) > 0)
                return {Kind::out_of_time, "no end in sight: an endless loop, or far too much work",
                        std::move(findings)};
            return {Kind::out_of_time, how, std::move(findings)};
        case sandbox::How::memory:
            return {Kind::out_of_memory, how, std::move(findings)};
        default:
            return {Kind::crashed, how, std::move(findings)};
    }
}

}  // namespace grader::suite
