// Garbage: what memory holds where nobody has stored. To read it is an error where something comes
// of the value, and none where it is only copied on. Which of the two shows when the launch is run
// again with other garbage (api/garbage_trial.hpp); until then its findings are held. Where they
// were found innocent, the copies are kept here: they are garbage as well, wherever they are copied
// to, and whoever makes something of one releases the finding of the read it comes from.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <vector>

#include "simulator/memory/layout.hpp"
#include "simulator/report/recorder.hpp"

namespace cusim::race {

using memory::Address;

// What the trials put in place of garbage. Two of them leave different values wherever they are
// made something of, and each word its own, so that a copy is known by its value. A program often
// asks for zero or one.
enum class Pattern : std::uint8_t { negative, positive, zero, one };
std::uint32_t garbage_word(Pattern pattern, Address word);

// An aligned word, or one or two bytes of it.
struct GarbagePiece {
    Address address = 0;
    unsigned size = 4;

    std::uint32_t value() const;
    void store(Pattern pattern) const;
};
// Calls `visit` for each whole one in these bytes.
void for_pieces(Address a, std::size_t size, const std::function<void(GarbagePiece)>& visit);

// A piece that held no value when the running launch first read it.
struct UnwrittenRead {
    GarbagePiece piece;
    report::ReadSite site;  // of the finding
};

// Copies of garbage, in device, managed and host memory. A piece that holds another value by now
// has been stored to since.
class GarbageCopies {
  public:
    // From now on `piece` is known to hold garbage; fills it.
    void add(GarbagePiece piece, const report::ReadSite& origin);
    // nullptr where it is not known to.
    const report::ReadSite* origin(GarbagePiece piece) const;

    // Before the bytes move; `from` = 0: a fill. A copy to the host of nothing but garbage is the
    // use that the program has for it.
    void moves(Address to, Address from, std::size_t size);
    void forget(Address a, std::size_t size);
    // An access of the host's, before it. More than 8 bytes that are read and then stored elsewhere
    // are a copy, too.
    void host_reads(Address a, std::size_t size, const void* pc);
    void host_stores(Address a, std::size_t size, const void* pc);

    bool empty() const { return copies_.empty(); }
    // Has any ever come to memory of the host?
    bool lie_on_host() const { return lie_on_host_; }

  private:
    struct Copy {
        unsigned size;
        std::uint32_t value;
        report::ReadSite origin;
    };
    struct HostRead {
        Address address = 0;
        std::size_t size = 0;
        const void* pc = nullptr;
    };

    std::map<Address, Copy> copies_;
    HostRead latest_;
    bool lie_on_host_ = false;
};

GarbageCopies& garbage_copies();

}  // namespace cusim::race
