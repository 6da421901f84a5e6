// What one lane did, in order: its accesses, the basic blocks it ran, the functions it entered and
// left. The hooks append 8 bytes for each; warp_replay.hpp reads them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "simulator/memory/layout.hpp"

namespace cusim::trace {

// The upper 16 bits are an access's site or the kind of a mark. The lower 48 bits are the access's
// address or the mark's program counter. A texture fetch is a mark with its site, followed by one
// texel mark for each element that it reads, with the element's address.
using Record = std::uint64_t;

// A barrier's mark identifies the barrier only while launches are explained (SIM_EXPLAIN). The
// program counter of a mark `meets` is instead the number of a meeting (meetings.hpp); lanes
// without one stay in step with those that have it.
enum class Mark : std::uint16_t {
    meets = 0xfff9,
    barrier = 0xfffa,
    texture = 0xfffb,
    texel = 0xfffc,
    leave = 0xfffd,
    enter = 0xfffe,
    block = 0xffff,
};

constexpr std::uint16_t first_mark = 0xfff9;

constexpr Record mark_record(Mark mark, std::uint64_t what) {
    return std::uint64_t{static_cast<std::uint16_t>(mark)} << 48 | what;
}
inline Record mark_record(Mark mark, const void* pc) {
    return mark_record(mark, reinterpret_cast<std::uintptr_t>(pc));
}
constexpr Record access_record(std::uint16_t site, memory::Address a) {
    return std::uint64_t{site} << 48 | a;
}
constexpr std::uint16_t tag_of(Record record) {
    return static_cast<std::uint16_t>(record >> 48);
}
constexpr memory::Address address_of(Record record) {
    return record & 0xffff'ffff'ffff;
}
constexpr bool is_mark(Record record) {
    return tag_of(record) >= first_mark;
}
// A mark that belongs to the access or barrier before it, and ends nothing.
constexpr bool is_meeting(Record record) {
    return tag_of(record) == static_cast<std::uint16_t>(Mark::meets);
}

class WarpLog;

// A growing array of records. While its lane runs, the end is kept in the globals log_next and
// log_end, which the hooks reach faster.
struct LaneLog {
    // So many records behind the end may be read, though they are meaningless (lane_columns.hpp).
    static constexpr std::size_t readable_behind = 8;

    std::unique_ptr<Record[]> storage;
    Record* next = nullptr;
    Record* end = nullptr;
    WarpLog* warp = nullptr;  // the logs of the lane's warp

    const Record* begin() const { return storage.get(); }
    std::size_t size() const { return static_cast<std::size_t>(next - storage.get()); }
    std::size_t capacity() const { return static_cast<std::size_t>(end - storage.get()); }
    void grow();
    // Removes the first `count` records.
    void drop(std::size_t count);
};

// The log of the running lane; nullptr in host code, which is not recorded.
extern LaneLog* running_log;
// The position of its next record, and the end of its storage. Both are nullptr in host code.
extern Record* log_next;
extern Record* log_end;

// Writes the position in log_next back to the running lane's log.
inline void put_down_log() {
    if (log_next) running_log->next = log_next;
}
inline void take_up_log() {
    log_next = running_log ? running_log->next : nullptr;
    log_end = running_log ? running_log->end : nullptr;
}
inline void switch_log(LaneLog* log) {
    put_down_log();
    running_log = log;
    take_up_log();
}

// Grows the storage of the running lane's log (warp_log.cpp).
void make_room();

[[gnu::always_inline]] inline void append(Record record) {
    if (log_next == log_end) [[unlikely]] {
        if (!log_next) return;
        make_room();
    }
    *log_next++ = record;
}

}  // namespace cusim::trace
