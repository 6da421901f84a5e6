// The shadow of every word that a kernel can touch: who wrote it last, one other access to
// remember, and which of its bytes hold a value. Nothing here is ever freed: pages appear when
// first touched.
//
// Each aligned word has a cell of two past accesses, and each of these says in 64 bits: which
// epoch, which thread of the block, which site. An epoch is a number for "this block, between these
// two of its barriers, in this launch" (or for less, behind a fence or a warp barrier: epochs.hpp).
// Numbers only grow, so that the common question, was that in an earlier launch, is one comparison;
// only a cell that another epoch of the same launch touched needs the table of epochs.
//
// Of atomic updates of a word the cell keeps the latest and one other that is not ordered with it.
// The idea of a cell with epochs is FastTrack's (Flanagan and Freund, PLDI 2009).
#pragma once

#include <cstdint>

#include "simulator/memory/layout.hpp"
#include "simulator/trace/thread.hpp"

namespace cusim::race {

using memory::Address;
using trace::Epoch;

// How an access took part in the memory model. A volatile access is a relaxed atomic to it.
enum class Kind : std::uint8_t { plain, volatile_, atomic, atomic_block };
constexpr bool is_atomic(Kind kind) {
    return kind == Kind::atomic || kind == Kind::atomic_block;
}

// How far apart the two readers of a word are that the shadow remembers.
enum class Spread : std::uint8_t { one_reader, same_warp, same_block, blocks };

// One access, in 64 bits: epoch 0..31, site 32..47, thread in block 48..57, flags 58..63.
// Zero is "never".
struct PastAccess {
    std::uint64_t bits = 0;

    static constexpr int flags_at = 58;

    static constexpr PastAccess of(Epoch epoch, std::uint32_t thread, std::uint16_t site = 0) {
        return {epoch | std::uint64_t{site} << 32 | std::uint64_t{thread} << 48};
    }
    constexpr Epoch epoch() const { return static_cast<Epoch>(bits); }
    constexpr std::uint16_t site() const { return static_cast<std::uint16_t>(bits >> 32); }
    constexpr std::uint32_t thread() const { return bits >> 48 & 1023; }

  protected:
    constexpr std::uint64_t field(int shift, std::uint64_t mask) const {
        return bits >> shift & mask;
    }
    constexpr void set_field(int shift, std::uint64_t mask, std::uint64_t value) {
        bits = (bits & ~(mask << shift)) | value << shift;
    }
};

// The last write. Flags: which of the four bytes hold a value, and the kind.
struct LastWrite : PastAccess {
    static constexpr std::uint64_t all_bytes = std::uint64_t{0xf} << flags_at;

    constexpr unsigned initialised() const { return field(58, 15); }
    constexpr void set_initialised(unsigned mask) { set_field(58, 15, mask); }
    constexpr Kind kind() const { return static_cast<Kind>(field(62, 3)); }
    constexpr void set_kind(Kind kind) { set_field(62, 3, static_cast<std::uint64_t>(kind)); }
};

// The one other access to remember: a read, since nobody has written after it; or an earlier write,
// which the last one does not hide (`is_write`): the earlier of two unordered atomic updates, or
// the plain write that an atomic went over.
struct OtherAccess : PastAccess {
    constexpr Kind kind() const { return static_cast<Kind>(field(58, 3)); }
    constexpr void set_kind(Kind kind) { set_field(58, 3, static_cast<std::uint64_t>(kind)); }
    // Of a read: how far from it the second reader is.
    constexpr Spread spread() const { return static_cast<Spread>(field(60, 3)); }
    constexpr void set_spread(Spread s) { set_field(60, 3, static_cast<std::uint64_t>(s)); }
    // The word's bytes went different ways: ByteCells stands for this cell.
    constexpr bool split() const { return field(62, 1); }
    constexpr void set_split(bool split) { set_field(62, 1, split); }
    constexpr bool is_write() const { return field(63, 1); }
    constexpr void set_is_write(bool is_write) { set_field(63, 1, is_write); }
};

// What is known of one word, where it lies. The two lie in planes of their own: memory that is
// only read leaves the writers' plane untouched.
struct Cell {
    LastWrite& write;
    OtherAccess& other;

    void clear() const {
        write = {};
        other = {};
    }
};

inline Cell cell_at(Address a) {
    return {*reinterpret_cast<LastWrite*>(memory::plane_address(a, memory::write_plane)),
            *reinterpret_cast<OtherAccess*>(memory::plane_address(a, memory::read_plane))};
}
// Valid while the cell's spread says that there is a second reader.
inline PastAccess& second_reader(Address a) {
    return *reinterpret_cast<PastAccess*>(memory::plane_address(a, memory::second_plane));
}

// Stands for the readers of all the sector's words at once: the thread is that of the sector's
// first element, each further element (as long as the site's accesses are) was read by the next
// thread. Split: the words' own cells know. Which of them is newer holds.
inline OtherAccess& row_at(Address a) {
    return *reinterpret_cast<OtherAccess*>(memory::row_address(a));
}

// Bytes that the host, or a copy, gave a value; kernels' own writes are noted in the cells.
inline unsigned given_bytes(Address word) {
    return *reinterpret_cast<const std::uint8_t*>(memory::given_address(word)) >> (word & 4) & 15;
}
void give(Address base, std::size_t size);
void take_back(Address base, std::size_t size);
bool is_given(Address byte);

// As if no thread had ever touched these bytes.
void clear_shadow(Address base, std::size_t size);

// Maps the shadow on first use; throws std::bad_alloc where the address space is too small.
void map_shadow();

}  // namespace cusim::race
