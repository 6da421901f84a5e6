#include "runner/serve.hpp"

#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <span>
#include <string>
#include <utility>

#include "runner/backend.hpp"
#include "runner/channel.hpp"
#include "runner/mapping.hpp"
#include "runner/perform.hpp"

namespace runner {

namespace {

constexpr std::size_t request_descriptors = 3;  // inputs, outputs, records

// The memory for the records of the current call, which are also written if the program dies during
// it.
std::span<std::byte> records_of_this_call;

// The length is written last, so that a reader never mistakes half a report for a whole one. A
// report that is too long for its memory is left out, which the grader notices.
void leave_records() {
    if (records_of_this_call.size() <= sizeof(std::uint64_t)) return;
    // Whatever the function has left there is no report.
    std::memset(records_of_this_call.data(), 0, sizeof(std::uint64_t));
    const std::string records = backend::records(most_listed_launches);
    if (records.size() > records_of_this_call.size() - sizeof(std::uint64_t)) return;
    std::memcpy(records_of_this_call.data() + sizeof(std::uint64_t), records.data(),
                records.size());
    std::atomic_thread_fence(std::memory_order_release);
    const std::uint64_t length = records.size();
    std::memcpy(records_of_this_call.data(), &length, sizeof length);
}

// The memory stays mapped. Its descriptors are closed before the student's function runs, which
// could write to them.
Reply answer(const Program& program, kit_io::Packet packet) {
    if (packet.descriptors.size() != request_descriptors)
        throw ProtocolError("a request without its three descriptors");
    const Request request = decode_request(packet.text);
    const Mapping inputs(packet.descriptors[0].get(), Mapping::Access::read);
    Mapping outputs(packet.descriptors[1].get(), Mapping::Access::write);
    Mapping records(packet.descriptors[2].get(), Mapping::Access::write);
    packet.descriptors.clear();
    records_of_this_call = records.bytes();
    const Reply reply = perform(program, request, inputs.bytes(), outputs.bytes());
    leave_records();
    records_of_this_call = {};
    std::fflush(stdout);  // the student's output must reach the log however the program ends
    return reply;
}

}  // namespace

int serve(const Program& program, int channel_number) {
    backend::before_death(leave_records);
    backend::limit_launches(most_run_launches);
    backend::prepare();
    Channel channel{kit_io::Descriptor(channel_number)};
    try {
        while (true) {
            auto received = channel.receive(std::nullopt, request_descriptors);
            if (received.trouble != Channel::Trouble::none) return 0;
            channel.send(encode(answer(program, std::move(received.packet))));
        }
    } catch (const ProtocolError&) {
        return 2;  // the grader is gone, or it is no grader
    }
}

}  // namespace runner
