// Garbage: the contents of memory that nobody has written. Reading it is an error if the value has
// an effect, and none if it is only copied. To find out, the launch is run again with other garbage
// (api/trials/garbage_trial.hpp); its findings are held until then. If they turn out harmless, the
// copies are remembered here, since they are garbage too, wherever they are copied next. The
// finding of the original read is reported once the value of a copy is used.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <vector>

#include "simulator/memory/layout.hpp"
#include "simulator/report/recorder.hpp"

namespace cusim::race {

using memory::Address;

// The values that the trials put in place of garbage. Any computation with them gives different
// results for at least two of the patterns. Each word gets a value of its own, so that a copy is
// recognised by its value. `zero` and `one` are there since programs often compare with 0 or 1.
enum class Pattern : std::uint8_t { negative, positive, zero, one };
std::uint32_t garbage_word(Pattern pattern, Address word);

// An aligned word, or one or two bytes of one.
struct GarbagePiece {
    Address address = 0;
    unsigned size = 4;

    std::uint32_t value() const;
    void store(Pattern pattern) const;
};
// Calls `visit` for each piece that lies completely within these bytes.
void for_pieces(Address a, std::size_t size, const std::function<void(GarbagePiece)>& visit);

// A piece that held no value when the running launch first read it.
struct UnwrittenRead {
    GarbagePiece piece;
    report::ReadSite site;  // of the finding
};

// The known copies of garbage in device, managed and host memory. A piece whose value has changed
// was overwritten, and is no copy any more.
class GarbageCopies {
  public:
    // Records `piece` as a copy, and the value it holds.
    void add(GarbagePiece piece, const report::ReadSite& origin);
    // The piece at `to` on the host will be a copy of `from`, which lies on the device and was
    // never written; fills `from` if it holds zeros. `copied`: a finding that lacks its `self`, the
    // host's read.
    void comes_to_host(Address to, GarbagePiece from, std::shared_ptr<report::Finding> copied);
    // The read from which the piece was copied; nullptr if it is not a known copy.
    const report::ReadSite* origin(GarbagePiece piece) const;

    // To be called before a copy moves the bytes (a fill if `from` is 0). If a copy to the host
    // contains nothing but garbage, it counts as a use.
    void moves(Address to, Address from, std::size_t size);
    void forget(Address a, std::size_t size);
    // To be called before an access of the host. A read of more than 8 bytes that are then stored
    // elsewhere is a copy as well.
    void host_reads(Address a, std::size_t size, const void* pc);
    void host_stores(Address a, std::size_t size, const void* pc);

    bool empty() const { return copies_.empty(); }
    // Whether host memory has ever received a copy.
    bool lie_on_host() const { return lie_on_host_; }

  private:
    struct Copy {
        unsigned size;
        std::uint32_t value;
        report::ReadSite origin;
        std::shared_ptr<report::Finding> copied = nullptr;  // instead of an origin
    };
    struct HostRead {
        Address address = 0;
        std::size_t size = 0;
        const void* pc = nullptr;
    };

    // The copy that a piece is, or is a part of; nullptr if it is not a known copy.
    const Copy* known(GarbagePiece piece) const;

    std::map<Address, Copy> copies_;
    HostRead latest_;
    bool lie_on_host_ = false;
};

GarbageCopies& garbage_copies();

}  // namespace cusim::race
