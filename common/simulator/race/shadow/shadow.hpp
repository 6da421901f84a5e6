// The shadow: for every word that a kernel can access, the last writer, one other access, and which
// of its bytes hold a value. Its pages are mapped when first touched and never freed.
//
// Each aligned word has a cell of two past accesses. Each is stored in 64 bits: epoch, thread of
// the block, site. An epoch stands for what one block did between two of its barriers in one
// launch, or for less where there are fences or warp barriers (epochs.hpp). Epoch numbers only
// grow. The common question, whether an access belongs to an earlier launch, is therefore one
// comparison. The table of epochs is needed only if another epoch of the same launch accessed the
// cell.
//
// Of atomic updates, a cell keeps the latest one, and one other that is not ordered with it. The
// idea of a cell with epochs is that of FastTrack (Flanagan and Freund, PLDI 2009).
#pragma once

#include <cstdint>

#include "simulator/memory/layout.hpp"
#include "simulator/trace/thread.hpp"

namespace cusim::race {

using memory::Address;
using trace::Epoch;

// The kind of an access in the memory model. A volatile access is treated as a relaxed atomic.
enum class AccessKind : std::uint8_t { plain, volatile_, atomic, atomic_block };
constexpr bool is_atomic(AccessKind kind) {
    return kind == AccessKind::atomic || kind == AccessKind::atomic_block;
}

// How far apart the two remembered readers of a word are.
enum class Spread : std::uint8_t { one_reader, same_warp, same_block, blocks };

// One access in 64 bits: epoch in bits 0..31, site 32..47, thread in block 48..57, flags 58..63.
// Zero means "none".
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

// The last write. Its flags: which of the four bytes hold a value, and the kind.
struct LastWrite : PastAccess {
    static constexpr std::uint64_t all_bytes = std::uint64_t{0xf} << flags_at;

    constexpr unsigned initialised() const { return field(58, 15); }
    constexpr void set_initialised(unsigned mask) { set_field(58, 15, mask); }
    constexpr AccessKind kind() const { return static_cast<AccessKind>(field(62, 3)); }
    constexpr void set_kind(AccessKind kind) { set_field(62, 3, static_cast<std::uint64_t>(kind)); }
};

// The other access that is remembered. It is a read after which nobody wrote, or (`is_write`) an
// earlier write that the last one does not supersede: the earlier of two unordered atomic updates,
// or the plain write before an atomic update.
struct OtherAccess : PastAccess {
    constexpr AccessKind kind() const { return static_cast<AccessKind>(field(58, 3)); }
    constexpr void set_kind(AccessKind kind) { set_field(58, 3, static_cast<std::uint64_t>(kind)); }
    // For a read: how far apart it and the second reader are.
    constexpr Spread spread() const { return static_cast<Spread>(field(60, 3)); }
    constexpr void set_spread(Spread s) { set_field(60, 3, static_cast<std::uint64_t>(s)); }
    // True if the bytes of the word have cells of their own (ByteCells), which replace this one.
    constexpr bool split() const { return field(62, 1); }
    constexpr void set_split(bool split) { set_field(62, 1, split); }
    constexpr bool is_write() const { return field(63, 1); }
    constexpr void set_is_write(bool is_write) { set_field(63, 1, is_write); }
};

// References to what is known of one word. Last writes and other accesses are stored in separate
// planes, so that memory that is only read leaves the pages of the writers' plane untouched.
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
// Valid only if the cell's spread says that there is a second reader.
inline PastAccess& second_reader(Address a) {
    return *reinterpret_cast<PastAccess*>(memory::plane_address(a, memory::second_plane));
}

// One record for the readers of all words of a sector: its thread read the sector's first element,
// and each following element (of the size of the site's accesses) was read by the following thread.
// If it is split, the words' own cells are valid. If both are set, the newer one is valid.
inline OtherAccess& row_at(Address a) {
    return *reinterpret_cast<OtherAccess*>(memory::row_address(a));
}

// Which bytes of the word the host, or a copy, has written. Writes of kernels are recorded in the
// cells.
inline unsigned given_bytes(Address word) {
    return *reinterpret_cast<const std::uint8_t*>(memory::given_address(word)) >> (word & 4) & 15;
}
void give(Address base, std::size_t size);
void take_back(Address base, std::size_t size);
bool is_given(Address byte);

// Clears the shadow of these bytes, as if no thread had ever accessed them.
void clear_shadow(Address base, std::size_t size);

// Maps the shadow on first use. Throws std::bad_alloc if the address space is too small.
void map_shadow();

// For an allocation while it lasts, and where it has ended: small pages where all of its huge ones,
// with their shadow, would take more than half of the machine's memory. Only sparse accesses can be
// meant there, and each would fill a huge page in every plane. Otherwise huge pages are right:
// dense accesses are half as fast without.
void choose_pages(Address base, std::size_t size, bool in_use);

}  // namespace cusim::race
