#include "runner/perform.hpp"

#include <cuda_runtime.h>

#include <algorithm>
#include <exception>
#include <memory>
#include <vector>

#include "runner/backend.hpp"
#include "runner/buffer.hpp"
#include "runner/staging.hpp"

namespace runner {

namespace {

// Of what an exception says, so that the reply stays within the limit of a message.
constexpr std::size_t longest_reason = 2000;

std::int64_t free_device_bytes() {
    std::size_t free = 0, total = 0;
    if (cudaMemGetInfo(&free, &total) != cudaSuccess) return 0;
    return static_cast<std::int64_t>(free);
}

// What the program holds before its first call: what constructors of its variables have allocated.
std::uint64_t bytes_held_from_the_start() {
    static const std::uint64_t held = [] {
        std::size_t free = 0, total = 0;
        if (!backend::is_simulated() || cudaMemGetInfo(&free, &total) != cudaSuccess) return 0ul;
        return total - free;
    }();
    return held;
}

// Occupies all device memory except `left` bytes while it lives. An allocator needs some memory
// itself, so what is not available in one piece is allocated in ever smaller pieces.
class Occupation {
  public:
    explicit Occupation(std::int64_t left) {
        constexpr std::int64_t smallest_piece = 128;
        for (std::int64_t piece = free_device_bytes() - left; piece >= smallest_piece;) {
            piece = std::min(piece, free_device_bytes() - left);
            void* memory = nullptr;
            if (piece > 0 && cudaMalloc(&memory, static_cast<std::size_t>(piece)) == cudaSuccess)
                pieces_.push_back(memory);
            else
                piece /= 2;
        }
        cudaGetLastError();  // it is not the function's error
    }
    ~Occupation() {
        for (void* memory : pieces_) cudaFree(memory);
    }
    Occupation(const Occupation&) = delete;
    Occupation& operator=(const Occupation&) = delete;

  private:
    std::vector<void*> pieces_;
};

// The first error: of a launch, otherwise of what the launches did.
std::string error_after_call() {
    const cudaError_t waited = cudaDeviceSynchronize();
    const auto last = static_cast<cudaError_t>(backend::last_error());
    return cudaGetErrorName(last != cudaSuccess ? last : waited);
}

// The frames above this one hold what the reply is made of: a function could reach them through any
// pointer to its own stack.
class KeptStack {
  public:
    explicit KeptStack(const void* frame) { backend::keep_stack_from(frame); }
    ~KeptStack() { backend::keep_stack_from(nullptr); }
    KeptStack(const KeptStack&) = delete;
    KeptStack& operator=(const KeptStack&) = delete;
};

[[gnu::noinline]] void run_function(const Function& function, const Request& request,
                                    Staging& staging, Call& call) {
    const KeptStack kept(__builtin_frame_address(0));
    for (int run = 0; run < request.repeat; ++run) {
        staging.select_run(run);
        function(call);
    }
}

void call_function(const Function& function, const Request& request, Staging& staging,
                   Reply& reply) {
    const auto occupation =
        request.device_bytes_left
            ? std::make_unique<Occupation>(static_cast<std::int64_t>(*request.device_bytes_left))
            : nullptr;
    backend::begin_call();
    if (request.fail_call) backend::fail_call(*request.fail_call);
    const std::uint64_t copies_before = backend::copies_across();
    const auto moved_before = backend::moved_within();
    const auto atomic_reads_before = backend::atomic_reads();
    Call call(staging);
    if (request.watch_cache) backend::watch_cache();
    try {
        run_function(function, request, staging, call);
    } catch (const ProtocolError&) {
        throw;  // the adapter asked for something that is not in the request
    } catch (const StagingError&) {
        throw;
    } catch (const std::exception& error) {
        reply.status = ReplyStatus::threw;
        const char* const what = error.what();
        reply.reason = what ? std::string(what).substr(0, longest_reason) : "it has no text";
    }
    if (request.watch_cache) reply.lines_fetched = backend::stop_watching_cache();
    auto failed = backend::stop_failing();
    reply.failed_call = std::move(failed.call);
    reply.next_call = std::move(failed.next);
    reply.error = error_after_call();
    reply.result = staging.result;
    const auto moved = backend::moved_within();
    reply.atomic_reads = backend::atomic_reads() - atomic_reads_before;
    reply.device_copies = moved.times - moved_before.times;
    reply.device_copy_bytes = moved.bytes - moved_before.bytes;
    if (!staging.gave_host_memory()) reply.host_copies = backend::copies_across() - copies_before;
}

// Memory that is not the function's. If it is not live afterwards, the function has freed what it
// did not allocate, as cudaDeviceReset does.
class OthersMemory {
  public:
    OthersMemory() {
        constexpr std::size_t few = 256;
        if (cudaMalloc(&memory_, few) != cudaSuccess) cudaGetLastError();
    }
    ~OthersMemory() {
        if (memory_) cudaFree(memory_);
    }
    OthersMemory(const OthersMemory&) = delete;
    OthersMemory& operator=(const OthersMemory&) = delete;

    bool was_freed() {
        if (!memory_ || !backend::is_simulated()) return false;
        if (backend::live_memory().contains(reinterpret_cast<std::uintptr_t>(memory_)))
            return false;
        memory_ = nullptr;
        return true;
    }

  private:
    void* memory_ = nullptr;
};

void answer(const Function& function, const Request& request, std::span<const std::byte> inputs,
            std::span<std::byte> outputs, Reply& reply) {
    const std::uint64_t held = bytes_held_from_the_start();
    OthersMemory others;
    const std::int64_t free_before = free_device_bytes();
    const auto live_before = backend::live_memory();
    {
        Staging staging(request, inputs, outputs);
        if (request.nonce) staging.make_batch();
        call_function(function, request, staging, reply);
        reply.written_by_host = staging.written_by_host();
        staging.collect();
    }
    if (backend::is_simulated()) reply.leaked_bytes = free_before - free_device_bytes();
    reply.freed_others = others.was_freed();
    reply.variable_bytes = backend::variable_bytes() + held;
    if (reply.status == ReplyStatus::returned && reply.error == "cudaSuccess")
        backend::report_leaks_since(live_before);
}

}  // namespace

Reply perform(const Program& program, const Request& request, std::span<const std::byte> inputs,
              std::span<std::byte> outputs) {
    Reply reply;
    reply.call = request.call;
    const Function* function = program.find(request.function);
    if (!function) {
        reply.status = ReplyStatus::unknown_function;
        reply.reason = "the program has no function '" + request.function + "'";
        return reply;
    }
    try {
        answer(*function, request, inputs, outputs, reply);
    } catch (const std::exception& error) {
        reply.status = ReplyStatus::refused;
        reply.reason = error.what();
    }
    return reply;
}

}  // namespace runner
