#include "simulator/race/host_access.hpp"

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "simulator/memory/registered.hpp"
#include "simulator/race/deferred_reads.hpp"
#include "simulator/race/findings/garbage.hpp"
#include "simulator/race/findings/parties.hpp"
#include "simulator/race/handed_over.hpp"
#include "simulator/race/order/epochs.hpp"
#include "simulator/race/order/happens_before.hpp"
#include "simulator/race/order/streams.hpp"
#include "simulator/report/recorder.hpp"
#include "simulator/trace/recent_accesses.hpp"

namespace cusim::race {

using memory::Address;

bool host_watches_program = false;
bool host_watches_any_memory = false;
void (*host_looks)() = nullptr;

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

namespace {

report::Finding finding_of(report::FindingKind kind, const trace::MemoryObject& object,
                           const Access& access) {
    report::Finding finding{
        .kind = kind,
        .self = {.site = {.pc = access.pc}, .host = true, .op = report_op(access.op)}};
    describe(finding, object, access);
    return finding;
}

// Reported at once, since for the host no end of a kernel comes at which waiting findings are
// reported.
void report_race(PastAccess earlier, trace::Op earlier_op, const trace::MemoryObject& object,
                 const Access& access) {
    report::Finding finding =
        finding_of(report::FindingKind::unsynchronized_access, object, access);
    finding.other = earlier_party(earlier, earlier_op);
    report::emit(std::move(finding));
}

// Flags between host and device are not data: both sides access them by volatile or atomic
// accesses. A host that reads what a kernel stored in such a way is ordered after what the kernel
// did before. Returns whether a race was reported.
bool check_host_word(Address word, const Access& access, const trace::MemoryObject& object) {
    const Cell cell = cell_at(word);
    const auto pending = [&](PastAccess half) {
        return half.epoch() >= std::max(order_floor, object.birth) &&
               !streams().ordered(half.epoch());
    };
    const bool is_flag = access.kind != AccessKind::plain && cell.write.kind() != AccessKind::plain;
    if (is_flag && access.op != trace::Op::write && pending(cell.write)) {
        streams().host_has_read_of(cell.write.epoch());
        refresh_floor();
    }
    if (pending(cell.write)) {
        if (is_flag) return false;
        report_race(cell.write, trace::Op::write, object, access);
        return true;
    }
    const bool overwrites = access.op != trace::Op::read &&
                            cell.other.kind() == AccessKind::plain && pending(cell.other);
    if (overwrites) report_race(cell.other, trace::Op::read, object, access);
    return overwrites;
}

// Returns whether a race with what is in progress was reported.
bool check_host_words(const Access& access, trace::MemoryObject& object) {
    if (order_floor == epochs().next()) return false;  // no operation is in progress
    deferred_reads().bring_up_to_date(object);
    bool reported = false;
    for (Address word = access.address & ~Address{3}; word < access.address + access.size;
         word += 4)
        reported |= check_host_word(word, access, object);
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

}  // namespace

void refuse_host_access(std::size_t size, trace::Op op, const void* pc) {
    const std::string cause =
        "there lie " + std::to_string(size) + " bytes of the simulator's own variables";
    refuse_host_access(op, pc, cause.c_str());
}

void refuse_host_access(trace::Op op, const void* pc, const char* cause) {
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

void check_host_access(Address place, std::size_t size, trace::Op op, const void* pc,
                       AccessKind kind) {
    trace::recent_accesses.add(place, size, op, pc);
    follow_garbage(place, size, op, pc);
    const Address a = memory::shadow_place(place);
    trace::MemoryObject* const object = trace::memory_objects().find(a);
    if (!object) return;
    const Access access{a, size, 1, op, kind, pc};
    if (object->kind == memory::MemoryKind::symbol || object->kind == memory::MemoryKind::constant)
        return report::emit(finding_of(report::FindingKind::device_pointer, *object, access));
    if (object->freed)
        return report::emit(finding_of(report::FindingKind::use_after_free, *object, access));
    if (op != trace::Op::write) note_read_by_host(place, a, size, kind);
    if (op != trace::Op::read) host_stores(*object, size);
    const bool reported = check_host_words(access, *object);
    if (touched_by_function && kind == AccessKind::plain && !reported) note_touched(a, size, op);
}

}  // namespace cusim::race
