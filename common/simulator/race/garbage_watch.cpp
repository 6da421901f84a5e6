#include "simulator/race/garbage_watch.hpp"

#include <utility>

#include "simulator/race/events.hpp"

namespace cusim::race {

namespace {

constexpr unsigned most_threads_of_a_block = 1024;

}  // namespace

GarbageWatch::GarbageWatch(std::span<const UnwrittenRead> reads)
    : AccessWatch(true), used_(reads.size()) {
    for (std::uint32_t i = 0; i < reads.size(); ++i)
        places_[reads[i].piece.address] = {reads[i].piece.size, i};
}

void GarbageWatch::access(const Access& access) {
    settle();
    const std::uint64_t thread =
        std::uint64_t{running_thread->block->linear} * most_threads_of_a_block +
        running_thread->thread;
    if (access.op != trace::Op::write)
        for_pieces(access.address, access.size,
                   [&](GarbagePiece piece) { reads(thread, piece, access.op != trace::Op::read); });
    before_ = std::exchange(latest_, {});
    if (access.op != trace::Op::read) latest_ = {thread, access.address, access.size};
}

void GarbageWatch::reads(std::uint64_t thread, GarbagePiece piece, bool by_update) {
    const auto garbage = places_.find(piece.address);
    if (garbage == places_.end() || garbage->second.size != piece.size) return;
    const std::uint32_t read = garbage->second.read;
    if (by_update)
        used_[read] = true;
    else
        carried_.emplace(Value{thread, piece.size, piece.value()},
                         Carried{read, memory::shared_arenas.contains(piece.address)});
}

// Processes the latest store, which has been made by now, since a hook runs before its access. When
// a struct is copied, the hook of the store may come before that of the read. The store is then
// made only when the hook after next is called.
void GarbageWatch::settle() {
    for (const Store& store : {before_, latest_}) {
        if (store.size == 0) continue;
        forget(store);
        for_pieces(store.address, store.size,
                   [&](GarbagePiece piece) { has_stored(store.thread, piece); });
    }
}

void GarbageWatch::forget(const Store& store) {
    for (Address a = store.address & ~Address{3}; a < store.address + store.size; ++a) {
        const auto garbage = places_.find(a);
        if (garbage != places_.end() && a + garbage->second.size > store.address)
            places_.erase(garbage);
    }
}

void GarbageWatch::has_stored(std::uint64_t thread, GarbagePiece piece) {
    const auto value = carried_.find({thread, piece.size, piece.value()});
    if (value == carried_.end()) return;
    value->second.is_accounted_for = true;
    places_[piece.address] = {piece.size, value->second.read};
}

void GarbageWatch::launch_has_ended() {
    settle();
    for (const auto& [value, carried] : carried_)
        if (!carried.is_accounted_for) used_[carried.read] = true;
}

}  // namespace cusim::race
