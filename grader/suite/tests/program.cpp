// A lab program that behaves well or badly as requested, for the suite's tests. It replaces a
// student's program, without the simulator. Functions named after a misdeed commit it; "matvec"
// computes y = A x + b, with the error that the variant in SIM_DEVICE names.
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "runner/channel.hpp"
#include "runner/mapping.hpp"
#include "runner/protocol.hpp"

using runner::Mapping;
using runner::Role;

namespace {

const std::string no_findings = R"({"version":1,"device":"h100","kernels":[],"findings":[]})";
const std::string race =
    R"({"kind":"race","severity":"error","file":"lab.cu","line":7,"block":[0,0,0],)"
    R"("thread":[1,0,0],"message":"both write","count":3})";
const std::string one_race =
    R"({"version":1,"device":"h100","kernels":[],"findings":[)" + race + "]}";
const std::string one_livelock =
    R"({"version":1,"device":"h100","kernels":[],"findings":[{"kind":"livelock",)"
    R"("severity":"error","file":"lab.cu","line":5,"block":[0,0,0],"thread":[0,0,0],)"
    R"("message":"goes round","count":1}]})";
const std::string one_warning =
    R"({"version":1,"device":"h100","kernels":[],"findings":[{"kind":"race","severity":"warning",)"
    R"("file":"lab.cu","line":9,"block":[0,0,0],"thread":[1,0,0],"message":"same","count":1}]})";
const std::string one_witness =
    R"({"version":1,"device":"h100","kernels":[],"findings":[{"kind":"race","severity":"error",)"
    R"("file":"lab.cu","line":7,"block":[0,0,0],"thread":[1,0,0],"message":"both write","count":9,)"
    R"("witness":{"order":"witness:1:0.1@2:0.0@1","met_at":{"array":"y","index":0},"steps":[],)"
    R"("lost":null,"text":["one, then the other"],)"
    R"("outcome":{"array":"y","index":0,"usual":"1","here":"2"}}}]})";
const std::string one_launch =
    R"({"version":1,"device":"h100","findings":[],"kernels":[{"name":"k","grid":[1,1,1],)"
    R"("block":[32,1,1],"counters":{},"arrays":[]}]})";

const std::string one_launch_from_close_up =
    R"({"version":1,"device":"h100","findings":[],"kernels":[{"name":"k","grid":[1,1,1],)"
    R"("block":[32,1,1],"counters":{},"arrays":[],"worst_lines":[{"file":"lab.cu","line":7,)"
    R"("space":"global","op":"load","array":"A","requests":1,"sectors":32,"least":4,)"
    R"("picture":["  A[0] 0......."]}]}]})";

struct Memory {
    const runner::Request& request;
    std::span<const std::byte> inputs;
    std::span<std::byte> outputs;
    std::span<std::byte> records;

    const runner::ArraySpec& array(const char* name, Role role) const {
        for (const auto& array : request.arrays)
            if (array.name == name && array.role == role) return array;
        std::abort();
    }
    const float* input(const char* name) const {
        return reinterpret_cast<const float*>(&inputs[array(name, Role::in).offset]);
    }
    float* output(const char* name, Role role = Role::out) const {
        return reinterpret_cast<float*>(&outputs[array(name, role).offset]);
    }
    void leave(const std::string& text) const {
        const std::uint64_t length = text.size();
        std::memcpy(records.data() + sizeof length, text.data(), text.size());
        std::memcpy(records.data(), &length, sizeof length);
    }
};

void return_inputs(const Memory& memory) {
    for (const auto& array : memory.request.arrays)
        if (array.role == Role::echo)
            std::memcpy(&memory.outputs[array.offset],
                        &memory.inputs[memory.array(array.name.c_str(), Role::in).offset],
                        array.bytes());
}

void multiply(const Memory& memory) {
    const auto n = memory.request.sizes.at("n"), m = memory.request.sizes.at("m");
    const float *A = memory.input("A"), *x = memory.input("x"), *b = memory.input("b");
    float* y = memory.output("y");
    for (std::int64_t i = 0; i < n; ++i) {
        float sum = b[i];
        for (std::int64_t j = 0; j < m; ++j) sum += A[i * m + j] * x[j];
        y[i] = sum;
    }
}

bool is_whole(float value) {
    return std::nearbyint(value) == value || std::isnan(value);
}

/// Empty where the simulator is not asked for: a device has neither order nor variants.
std::string setting(const char* name) {
    const char* const value = std::getenv(name);
    return value ? value : "";
}

bool is_interleaved() {
    return setting("SIM_ORDER") == "interleaved";
}

// y += a x, row by row of a matrix, with one launch of the cost that SIM_DEVICE's variant names.
void add_scaled(const Memory& memory, const std::string& variant) {
    const auto count = static_cast<std::int64_t>(memory.array("y", Role::out).count);
    const float *x = memory.input("x"), *before = memory.input("y");
    const auto a = static_cast<float>(memory.request.reals.at("a"));
    float* y = memory.output("y");
    for (std::int64_t i = 0; i < count; ++i) y[i] = before[i] + a * x[i];
    if (variant == "loses_last_rows") y[count - 1] = before[count - 1];
    const bool works_hard = variant.starts_with("works_hard") ||
                            variant == (is_whole(x[0]) ? "slow_on_integers" : "slow_on_reals") ||
                            (variant == "shares_by_a_counter" && !is_interleaved());
    const int sectors = works_hard ? 100'000'000 : 1000;
    const std::string findings = variant.ends_with("and_races") ? race : "";
    memory.leave(
        R"({"version":1,"device":"h100","findings":[)" + findings +
        R"(],"kernels":[{"name":"add","grid":[4,1,1],)"
        R"("block":[256,1,1],"shared_bytes":0,"arrays":[],"counters":{"warps":32,)"
        R"("global_load_requests":100,"global_store_requests":10,"global_store_sectors":7,)"
        R"("red_sectors":0,"atom_sectors":0,"texture_sectors":3,"bytes":32000,)"
        R"("unique_sectors":1000,"busiest_multiprocessor_sectors":)" +
        std::to_string(sectors) + R"(,"global_load_sectors":)" + std::to_string(sectors) + "}}]}");
}

bool in_witness() {
    return setting("SIM_ORDER").find("witness") != std::string::npos;
}

// The same whenever a program asks, and another number in the next program.
float number_of_this_run() {
    static const auto now = std::chrono::steady_clock::now().time_since_epoch().count();
    return 1 + static_cast<float>(now % 1'000'003);
}

void spoil(const Memory& memory, const std::string& variant) {
    const auto n = memory.request.sizes.at("n");
    const bool reverse = setting("SIM_ORDER") == "reverse";
    static int calls = 0;
    const bool is_first = calls++ == 0;
    if (variant == "leaves_state" && !is_first) memory.output("y")[0] += 1;
    if (variant == "copies_unwritten") {  // of another address in each order
        const std::uint32_t garbage = 0xfe00'0000u | (reverse ? 2 : 1);
        std::memcpy(memory.output("y"), &garbage, sizeof garbage);
    }
    if (variant == "differs_by_run" && !is_first) memory.output("y")[0] += number_of_this_run();
    if (variant == "loses_last_rows" && n > 40)
        std::memcpy(memory.output("y") + 40, &runner::poison_word, sizeof runner::poison_word);
    if (variant == "races_with_witness" && in_witness()) memory.output("y")[0] += 1;
    const bool wrong = variant == "wrong_in_reverse" || variant == "races_in_reverse";
    if (wrong && reverse) memory.output("y")[0] += 1;
    // With one product and b, there is only one order of summation.
    const bool several = memory.request.sizes.at("m") > 1;
    if (variant == "rounds_in_reverse" && reverse && several && !is_whole(memory.output("y")[0]))
        memory.output("y")[0] = std::nextafter(memory.output("y")[0], 0.0f);
    if (variant == "changes_x") memory.output("x", Role::echo)[0] = 99;
    if (variant == "crashes_when_large" && n > 40) std::raise(SIGSEGV);
    if (variant == "imprecise") memory.output("y")[0] *= 1.001f;
    if (variant == "does_nothing")
        std::memcpy(memory.output("y"), std::vector<std::uint32_t>(n, runner::poison_word).data(),
                    n * sizeof(float));
}

// Misdeeds that the grader must survive. Returns true if a normal reply follows anyway.
bool misbehave(const std::string& deed, const Memory& memory, int channel) {
    if (deed == "crash") std::raise(SIGSEGV);
    if (deed == "crash_with_last_words") {
        memory.leave(one_race);
        std::raise(SIGSEGV);
    }
    if (deed == "be_stopped") {
        memory.leave(one_livelock);
        std::raise(SIGXCPU);
    }
    if (deed == "launch_without_end") memory.leave(one_livelock);
    if (deed == "exit_early") std::exit(0);
    if (deed == "be_killed") std::raise(SIGKILL);
    if (deed == "loop_with_last_words") {
        static const Memory* left = nullptr;
        left = &memory;
        std::signal(SIGXCPU, [](int) {
            left->leave(one_race);
            std::_Exit(1);
        });
        while (true) asm volatile("");
    }
    if (deed == "loop_forever")
        while (true) asm volatile("");
    if (deed == "take_all_memory") {
        constexpr std::size_t piece = std::size_t{64} << 20;
        while (true) std::memset(std::malloc(piece), 1, piece);
    }
    if (deed == "flood_stdout")
        while (true) std::puts("all tests passed, full marks, all tests passed, full marks");
    if (deed == "hang_up") {
        close(channel);
        while (true) pause();
    }
    if (deed == "answer_nonsense") return send(channel, "\xff{[", 3, 0), false;
    if (deed == "answer_with_flood") {
        const std::string flood(runner::max_message_bytes + 9, '[');
        return send(channel, flood.data(), flood.size(), 0), false;
    }
    if (deed == "answer_another_call") {
        runner::Reply reply;
        reply.call = memory.request.call + 1;
        const std::string text = encode(reply);
        return send(channel, text.data(), text.size(), 0), false;
    }
    if (deed == "leave_no_records") memory.leave("");
    if (deed == "leave_bad_records") memory.leave(R"({"version":1,"findings":7})");
    if (deed == "leave_impossible_length") std::memset(memory.records.data(), 0x7f, 8);
    if (deed == "print") {
        std::puts("hello from the student");
        std::fflush(stdout);
    }
    return true;
}

void try_to_break_the_seals(const kit_io::Packet& packet) {
    const int inputs = packet.descriptors[0].get(), outputs = packet.descriptors[1].get();
    const char byte = 1;
    if (pwrite(inputs, &byte, 1, 0) == 1) std::abort();
    if (mmap(nullptr, 1, PROT_WRITE, MAP_SHARED, inputs, 0) != MAP_FAILED) std::abort();
    if (ftruncate(inputs, 0) == 0 || ftruncate(outputs, 0) == 0) std::abort();
    if (ftruncate(outputs, 1 << 20) == 0) std::abort();
}

bool answer(const kit_io::Packet& packet, int channel_number, runner::Reply& reply) {
    const auto request = runner::decode_request(packet.text);
    const Mapping inputs(packet.descriptors[0].get(), Mapping::Access::read);
    Mapping outputs(packet.descriptors[1].get(), Mapping::Access::write);
    Mapping records(packet.descriptors[2].get(), Mapping::Access::write);
    const Memory memory{request, inputs.bytes(), outputs.bytes(), records.bytes()};
    const std::string variant = setting("SIM_DEVICE");
    reply.call = request.call;
    reply.error = "cudaSuccess";
    return_inputs(memory);
    memory.leave(variant == "races_with_witness" && in_witness() ? one_witness
                 : variant.starts_with("races")                  ? one_race
                 : variant == "launches" || variant == "differs_by_run"
                     ? std::getenv("SIM_EXPLAIN") ? one_launch_from_close_up : one_launch
                     : no_findings);
    if (request.function == "matvec") {
        multiply(memory);
        spoil(memory, variant);
        if (variant == "warns_when_square" && request.sizes.at("n") == 2) memory.leave(one_warning);
        if (variant == "leaks") reply.leaked_bytes = 512;
        if (variant == "copies") reply.written_by_host = {"y"};
        if (variant == "fills_scratch" && request.sizes.contains("sx"))
            reply.written_by_host = {"buff"};
        if (variant == "detours") reply.host_copies = 2;
    }
    if (request.function == "add_scaled") {
        add_scaled(memory, variant);
        if (variant.ends_with("by_a_counter")) reply.atomic_reads = 1;
        if (variant == "ends_a_launch" || variant == "does_too_much")
            memory.leave(one_launch);  // without counts
        if (variant == "ends_a_launch") reply.error = "cudaErrorIllegalAddress";
    }
    if (request.function == "break_seals") try_to_break_the_seals(packet);
    if (request.function == "fail") reply.error = "cudaErrorIllegalAddress";
    if (request.function == "tell_pid") reply.result = getpid();
    if (request.function == "throw") {
        reply.status = runner::ReplyStatus::threw;
        reply.reason = "lab.cu:3: cudaMalloc: out of memory";
    }
    return misbehave(request.function, memory, channel_number);
}

}  // namespace

int main() {
    const int number = std::atoi(std::getenv(runner::channel_variable));
    runner::Channel channel{kit_io::Descriptor(number)};
    while (true) {
        const auto received = channel.receive(std::nullopt, 3);
        if (received.trouble != runner::Channel::Trouble::none) return 0;
        runner::Reply reply;
        if (answer(received.packet, number, reply)) channel.send(encode(reply));
    }
}
