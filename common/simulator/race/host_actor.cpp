#include "simulator/race/host_actor.hpp"

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "simulator/memory/registered.hpp"
#include "simulator/race/check.hpp"
#include "simulator/race/deferred_reads.hpp"
#include "simulator/race/findings/copied_to_host.hpp"
#include "simulator/race/findings/garbage.hpp"
#include "simulator/race/findings/initialisation.hpp"
#include "simulator/race/findings/parties.hpp"
#include "simulator/race/findings/race_finding.hpp"
#include "simulator/race/findings/unwritten.hpp"
#include "simulator/race/handed_over.hpp"
#include "simulator/race/order/epochs.hpp"
#include "simulator/race/order/happens_before.hpp"
#include "simulator/race/shadow/site_cache.hpp"
#include "simulator/race/shadow_check.hpp"
#include "simulator/report/recorder.hpp"
#include "simulator/trace/recent_accesses.hpp"

namespace cusim::race {

using memory::Address;

bool host_watches_program = false;
bool host_watches_any_memory = false;
void (*host_looks)() = nullptr;

void refresh_floor() {
    order_floor = streams().floor(epochs().next());
}

namespace {

// Represents a copy, a fill, a deallocation or a library call (which has a name) while it is
// checked.
class CallInStream {
  public:
    CallInStream(StreamId stream, Call call, const void* pc, const char* name = nullptr) {
        const Epoch epoch = epochs().next();
        streams().begin(stream, {.first = epoch, .name = name, .call = call, .called_at = pc});
        epochs().begin(no_block, 0);
        refresh_floor();
        now_ = {.epoch = epoch, .floor = order_floor};
    }
    ~CallInStream() {
        streams().end(epochs().next());
        refresh_floor();
    }
    CallInStream(const CallInStream&) = delete;
    CallInStream& operator=(const CallInStream&) = delete;

    void touches(Address a, std::size_t size, trace::Op op) const {
        trace::MemoryObject* const object = trace::memory_objects().find(a);
        if (!object || object->freed) return;
        deferred_reads().bring_up_to_date(*object);
        const std::size_t inside = std::min(size, object->base + object->size - a);
        check_is_allocated(now_, {a, inside, 1, op, AccessKind::plain, nullptr}, *object);
        check_races(now_, {a, inside, 1, op, AccessKind::plain, nullptr}, *object);
    }

  private:
    Point now_;
};

// Whether the shadow must record the copy, because an operation not ordered with it may access the
// same bytes.
bool leaves_trace(Address to, Address from, Wait wait) {
    if (order_floor < streams().current().first) return true;  // another operation is in progress
    if (streams().several_hosts()) return true;
    if (wait == Wait::yes) return false;
    const auto host_may_touch = [](Address a) {
        return memory::host_visible_heap.contains(a) || memory::registered_shadow.contains(a);
    };
    return streams().several() || host_may_touch(to) || host_may_touch(from);
}

// The host's own memory is no memory object.
void note_copy_from_host(Address to, Address from, std::size_t size) {
    trace::MemoryObject* const target = to && from ? trace::memory_objects().find(to) : nullptr;
    if (target && !trace::memory_objects().find(from)) host_stores(*target, size);
}

}  // namespace

void note_copy(Address to, Address from, std::size_t size, StreamId stream, Wait wait,
               const void* pc) {
    bool traced = false;
    {
        const CallInStream copy{stream, Call::copy, pc};
        traced = leaves_trace(to, from, wait);
        if (traced && from) copy.touches(from, size, trace::Op::read);
        if (traced && to) copy.touches(to, size, trace::Op::write);
    }
    move_values(to, from, size, traced);
    note_copy_from_host(to, from, size);
    garbage_copies().moves(to, from, size);
    if (from) note_copy_to_host(to, from, size, pc);
    if (garbage_copies().lie_on_host()) host_watches_any_memory = true;
    site_cache.forget();
    if (wait == Wait::yes) streams().host_waits_stream(stream);
    refresh_floor();
    report_findings();
}

void allocated_in_stream(const void* base, StreamId stream, const void* pc) {
    trace::MemoryObject* const object =
        trace::memory_objects().find(reinterpret_cast<Address>(base));
    if (!object) return;
    object->allocated_at = epochs().next();
    const CallInStream call{stream, Call::allocation, pc};
}

void frees_in_stream(const void* base, StreamId stream, const void* pc) {
    const auto a = reinterpret_cast<Address>(base);
    const trace::MemoryObject* const object = trace::memory_objects().find(a);
    if (!object) return;
    {
        const CallInStream call{stream, Call::free, pc};
        const bool alone = order_floor == streams().current().first;
        if (!alone) call.touches(a, object->size, trace::Op::write);
    }
    report_findings();
}

namespace {

void report_unwritten(const char* name, const Touched& read, const void* pc) {
    const auto a = reinterpret_cast<Address>(read.base);
    const trace::MemoryObject* const object = trace::memory_objects().find(a);
    if (!object) return;
    report::Finding finding{.kind = report::FindingKind::uninitialized_read};
    finding.self = {.site = {.pc = pc}, .host = true, .op = report::Op::copy, .kernel = name};
    describe(finding, *object, {.address = a, .size = read.size});
    report::emit(std::move(finding));
    give(a, read.size);  // report it only once
}

}  // namespace

void note_library_call(const char* name, std::span<const Touched> touched, StreamId stream,
                       const void* pc) {
    for (const Touched& part : touched) {
        const auto a = reinterpret_cast<Address>(part.base);
        if (part.op == trace::Op::read && !all_have_values(a, part.size))
            report_unwritten(name, part, pc);
    }
    {
        const CallInStream call{stream, Call::copy, pc, name};
        for (const Touched& part : touched)
            call.touches(reinterpret_cast<Address>(part.base), part.size, part.op);
    }
    for (const Touched& part : touched)
        if (part.op == trace::Op::write)
            move_values(reinterpret_cast<Address>(part.base), 0, part.size, true);
    site_cache.forget();
    refresh_floor();
    report_findings();
}

namespace {

// By the function that a stream calls on this thread of the host; null outside of one.
thread_local std::vector<Touched>* touched_by_function = nullptr;

// Neighbours in memory become one.
void note_touched(Address a, std::size_t size, trace::Op op) {
    constexpr std::size_t most = 1 << 16;
    std::vector<Touched>& all = *touched_by_function;
    if (!all.empty() && all.back().op == op &&
        reinterpret_cast<Address>(all.back().base) + all.back().size == a)
        all.back().size += size;
    else if (all.size() < most)
        all.push_back({reinterpret_cast<const void*>(a), size, op});
}

}  // namespace

std::vector<Touched> touched_by_host_in(const std::function<void()>& function) {
    std::vector<Touched> touched;
    struct Listening {
        std::vector<Touched>* outer;
        ~Listening() { touched_by_function = outer; }  // also if the function throws
    };
    {
        const Listening listening{std::exchange(touched_by_function, &touched)};
        function();
    }
    return touched;
}

void note_host_function(std::span<const Touched> touched, StreamId stream, const void* pc) {
    {
        const CallInStream call{stream, Call::host_function, pc};
        for (const Touched& part : touched)
            call.touches(reinterpret_cast<Address>(part.base), part.size, part.op);
    }
    site_cache.forget();
    refresh_floor();
    report_findings();
}

namespace {

// Reported at once, since for the host no end of a kernel comes at which waiting findings are
// reported.
void report_host_access(PastAccess earlier, trace::Op earlier_op, const trace::MemoryObject& object,
                        Address a, std::size_t size, trace::Op op, const void* pc) {
    const Access access{a, size, 1, op, AccessKind::plain, pc};
    report::Finding finding{.kind = report::FindingKind::unsynchronized_access,
                            .self = {.site = {.pc = pc}, .host = true, .op = report_op(op)}};
    finding.other = earlier_party(earlier, earlier_op);
    describe(finding, object, access);
    report::emit(std::move(finding));
}

// Flags between host and device are not data: both sides access them by volatile or atomic
// accesses. A host that reads what a kernel stored in such a way is ordered after what the kernel
// did before. Returns whether a race was reported.
bool check_host_word(Address a, std::size_t size, trace::Op op, const void* pc, AccessKind kind,
                     const trace::MemoryObject& object) {
    const Cell cell = cell_at(a);
    const auto pending = [&](PastAccess half) {
        return half.epoch() >= std::max(order_floor, object.birth) &&
               !streams().ordered(half.epoch());
    };
    const bool is_flag = kind != AccessKind::plain && cell.write.kind() != AccessKind::plain;
    if (is_flag && op != trace::Op::write && pending(cell.write)) {
        streams().host_has_read_of(cell.write.epoch());
        refresh_floor();
    }
    if (pending(cell.write)) {
        if (is_flag) return false;
        report_host_access(cell.write, trace::Op::write, object, a, size, op, pc);
        return true;
    }
    const bool overwrites =
        op != trace::Op::read && cell.other.kind() == AccessKind::plain && pending(cell.other);
    if (overwrites) report_host_access(cell.other, trace::Op::read, object, a, size, op, pc);
    return overwrites;
}

// Returns whether a race with what is in progress was reported.
bool check_host_words(Address a, std::size_t size, trace::Op op, const void* pc, AccessKind kind,
                      trace::MemoryObject& object) {
    if (order_floor == epochs().next()) return false;  // no operation is in progress
    deferred_reads().bring_up_to_date(object);
    bool reported = false;
    for (Address word = a & ~Address{3}; word < a + size; word += 4)
        reported |= check_host_word(word, size, op, pc, kind, object);
    return reported;
}

std::uint64_t reads_of_results = 0;

// A few flags tell the host how far a kernel has come; their values are no results. Host code that
// reads more locations, or one that changes again, gets results through them.
class FlagsRead {
  public:
    // Whether the value at `word` counts as a result by now.
    bool are_data(Address word) {
        std::uint32_t value;
        std::memcpy(&value, reinterpret_cast<const void*>(word), sizeof value);
        const auto [seen, is_new] = last_values_.try_emplace(word, value);
        if (!is_new && seen->second == value) return false;
        seen->second = value;
        return ++messages_ > most_messages;
    }
    void forget() { *this = {}; }

  private:
    static constexpr int most_messages = 16;
    std::unordered_map<Address, std::uint32_t> last_values_;
    int messages_ = 0;
};

FlagsRead flags_read;

void note_read_by_host(Address place, Address a, std::size_t size, AccessKind kind) {
    for (std::size_t offset = 0; offset < size; offset += 4) {
        const LastWrite last = cell_at((a + offset) & ~Address{3}).write;
        if (last.epoch() == 0) continue;  // not stored by a kernel
        const bool is_flag = kind != AccessKind::plain && last.kind() != AccessKind::plain;
        if (is_flag && !flags_read.are_data((place + offset) & ~Address{3})) continue;
        ++reads_of_results;
        return;
    }
}

void report_device_pointer(const trace::MemoryObject& object, Address a, std::size_t size,
                           trace::Op op, const void* pc) {
    report::Finding finding{.kind = report::FindingKind::device_pointer,
                            .self = {.site = {.pc = pc}, .host = true, .op = report_op(op)}};
    describe(finding, object, {a, size, 1, op, AccessKind::plain, pc});
    report::emit(std::move(finding));
}

// Memory that both sides share.
void report_freed(const trace::MemoryObject& object, Address a, std::size_t size, trace::Op op,
                  const void* pc) {
    report::Finding finding{.kind = report::FindingKind::use_after_free,
                            .self = {.site = {.pc = pc}, .host = true, .op = report_op(op)}};
    describe(finding, object, {a, size, 1, op, AccessKind::plain, pc});
    report::emit(std::move(finding));
}

}  // namespace

void refuse_host_access(std::size_t size, trace::Op op, const void* pc) {
    const std::string cause =
        "there lie " + std::to_string(size) + " bytes of the simulator's own variables";
    refuse_host_access(size, op, pc, cause.c_str());
}

void refuse_host_access(std::size_t, trace::Op op, const void* pc, const char* cause) {
    report::Finding finding{.kind = report::FindingKind::out_of_bounds,
                            .self = {.site = {.pc = pc}, .host = true, .op = report_op(op)}};
    finding.space = report::Space::host;
    finding.cause = cause;
    report::emit(std::move(finding));
    report::flush();
    std::signal(SIGABRT, SIG_DFL);
    std::abort();
}

std::uint64_t host_reads_of_results() {
    return reads_of_results;
}

void count_read_of_results() {
    ++reads_of_results;
}

bool host_gets_results(Address a, std::size_t size) {
    const auto is_stored_by_kernel = [](Address word) {
        const Address place = memory::shadow_place(word);
        const trace::MemoryObject* const object = trace::memory_objects().find(place);
        return object && place < object->base + object->size && cell_at(place).write.epoch() != 0;
    };
    for (Address word = a & ~Address{3}; word < a + size; word += 4)
        if (is_stored_by_kernel(word)) return true;
    return false;
}

void forget_host_flags() {
    flags_read.forget();
}

namespace {

void follow_garbage(Address a, std::size_t size, trace::Op op, const void* pc) {
    GarbageCopies& copies = garbage_copies();
    if (copies.empty()) return;
    if (op != trace::Op::write) copies.host_reads(a, size, pc);
    if (op != trace::Op::read) copies.host_stores(a, size, pc);
}

}  // namespace

void check_host_access(Address a, std::size_t size, trace::Op op, const void* pc, AccessKind kind) {
    trace::recent_accesses.add(a, size, op, pc);
    follow_garbage(a, size, op, pc);
    const Address place = a;
    a = memory::shadow_place(a);
    trace::MemoryObject* const object = trace::memory_objects().find(a);
    if (!object) return;
    if (object->kind == memory::MemoryKind::symbol || object->kind == memory::MemoryKind::constant)
        return report_device_pointer(*object, a, size, op, pc);
    if (object->freed) return report_freed(*object, a, size, op, pc);
    if (op != trace::Op::write) note_read_by_host(place, a, size, kind);
    if (op != trace::Op::read) host_stores(*object, size);
    const bool reported = check_host_words(a, size, op, pc, kind, *object);
    if (touched_by_function && kind == AccessKind::plain && !reported) note_touched(a, size, op);
}

}  // namespace cusim::race
