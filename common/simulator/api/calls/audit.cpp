#include "simulator/api/calls/audit.hpp"

#include <execinfo.h>
#include <sys/mman.h>
#include <ucontext.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "simulator/memory/device_memory.hpp"
#include "simulator/memory/layout.hpp"
#include "simulator/race/events.hpp"
#include "simulator/race/findings/parties.hpp"
#include "simulator/race/host_access.hpp"
#include "simulator/report/recorder.hpp"
#include "simulator/report/setting.hpp"
#include "simulator/trace/recent_accesses.hpp"

// An entry for each function that simcc watches (simcc/machine/announce.cpp). The linker collects
// them in a section with these two boundary names.
struct WatchedFunction {
    cusim::memory::Address begin, end;
};
extern "C" {
[[gnu::weak]] extern const WatchedFunction __start_cusim_watched[], __stop_cusim_watched[];
}

namespace cusim::api {
namespace {

using memory::Address;
using memory::Region;

constexpr std::size_t page = 4 * memory::KiB;
constexpr greg_t trap_flag = 0x100;

Region pages_of(Address begin, Address end) {
    const Address first = begin & ~(page - 1);
    return {first, ((end + page - 1) & ~(page - 1)) - first};
}

// Input arrays may be sealed: memory that cannot be opened for writing is opened for reading.
void protect(const Region& region, bool open) {
    void* const address = reinterpret_cast<void*>(region.base);
    if (!open)
        mprotect(address, region.size, PROT_NONE);
    else if (mprotect(address, region.size, PROT_READ | PROT_WRITE) != 0)
        mprotect(address, region.size, PROT_READ);
}

class Audit {
  public:
    explicit Audit() {
        if (__start_cusim_watched) functions_.assign(__start_cusim_watched, __stop_cusim_watched);
        std::ranges::sort(functions_, {}, &WatchedFunction::begin);
        if (functions_.empty()) return;
        code_ = pages_of(functions_.front().begin,
                         std::ranges::max(functions_, {}, &WatchedFunction::end).end);
    }

    void add(const Region& array) {
        arrays_.push_back(array);
        protect(pages_of(array.base, array.end()), open_);
    }
    void remove(Address base) {
        std::erase_if(arrays_, [&](const Region& array) {
            if (array.base == base) protect(pages_of(array.base, array.end()), true);
            return array.base == base;
        });
    }

    bool knows_the_program() const { return !functions_.empty(); }
    // Whether the code there may not access the memory while the runtime is at work.
    bool closes(Address code) const { return code_.contains(code); }

    bool on_fault(Address address, bool writes, ucontext_t& context) {
        greg_t* const registers = context.uc_mcontext.gregs;
        const Address pc = static_cast<Address>(registers[REG_RIP]);
        if (open_ && address == pc && code_.contains(pc)) {
            set_open(false);
            return true;
        }
        const std::optional<Region> place = guarded(address);
        if (!place) return false;
        const Caller caller = caller_of(pc);
        const bool announced = !caller.in_library && was_announced(address, writes, caller.pc);
        if (caller.watched && !announced) tell(writes, caller.pc);
        // The runtime continues undisturbed, unless it shares a page with the program's code.
        if (!caller.watched && !code_.contains(pc)) {
            set_open(true);
            return true;
        }
        protect({address & ~(page - 1), page}, true);
        if (stepped_ < std::size(stepping_)) stepping_[stepped_++] = address & ~(page - 1);
        registers[REG_EFL] |= trap_flag;
        return true;
    }

    bool on_step(ucontext_t& context) {
        if (stepped_ == 0) return false;
        while (stepped_ > 0) protect({stepping_[--stepped_], page}, false);
        context.uc_mcontext.gregs[REG_EFL] &= ~trap_flag;
        return true;
    }

  private:
    // `pc` points behind the instruction, like a return address.
    struct Caller {
        bool watched;
        bool in_library;  // called through the runtime where that announces anything
        const void* pc;
    };

    // The guarded region that contains `a`. The device heap does not count while host code runs:
    // such a fault is the program's error.
    std::optional<Region> guarded(Address a) const {
        for (const Region& region : {memory::host_visible_heap, memory::shared_arenas})
            if (region.contains(a)) return region;
        if (memory::device_heap.contains(a) && memory::device_is_open()) return memory::device_heap;
        for (const Region& array : arrays_)
            if (pages_of(array.base, array.end()).contains(a)) return array;
        return std::nullopt;
    }

    bool is_watched(Address pc) const {
        const auto behind = std::ranges::upper_bound(functions_, pc, {}, &WatchedFunction::begin);
        return behind != functions_.begin() && pc < std::prev(behind)->end;
    }

    // The code that is responsible for the instruction: its own function, or, in a library, the
    // innermost frame of the program's, whether that is watched code or the runtime's.
    Caller caller_of(Address pc) const {
        const void* const here = reinterpret_cast<const void*>(pc);
        if (memory::program.contains(pc))
            return {is_watched(pc), false, static_cast<const char*>(here) + 1};
        void* frames[64];
        const int count = backtrace(frames, 64);
        void** const end = frames + count;
        void** at = std::find(frames, end, here);
        while (at != end && !memory::program.contains(*at)) ++at;
        if (at == end) return {false, true, here};
        return {is_watched(reinterpret_cast<Address>(*at) - 1), true, *at};
    }

    static bool was_announced(Address address, bool writes, const void* pc) {
        const trace::Op op = writes ? trace::Op::write : trace::Op::read;
        return trace::is_at_end_of_log(address, 1, op) ||
               trace::recent_accesses.announced(address, op, pc);
    }

    static void tell(bool writes, const void* pc) {
        report::Finding finding{.kind = report::FindingKind::unsupported};
        if (race::running_thread)
            finding.self = race::running_party(race::Point::of(*race::running_thread), {});
        finding.self.host = !race::running_thread;
        finding.self.site.pc = pc;
        finding.self.op = writes ? report::Op::write : report::Op::read;
        finding.cause =
            "an audit saw an access here that the simulator did not: it was not checked";
        report::emit(std::move(finding));
    }

    void set_open(bool open) {
        open_ = open;
        for (const Region& region :
             {memory::device_heap, memory::host_visible_heap, memory::shared_arenas})
            protect(region, open);
        for (const Region& array : arrays_) protect(pages_of(array.base, array.end()), open);
        mprotect(reinterpret_cast<void*>(code_.base), code_.size,
                 open ? PROT_READ : PROT_READ | PROT_EXEC);
    }

    std::vector<WatchedFunction> functions_;
    std::vector<Region> arrays_;
    Region code_{0, 0};         // the pages of all watched functions
    bool open_ = false;         // the runtime is at work
    Address stepping_[4] = {};  // pages that one instruction needs
    std::size_t stepped_ = 0;
};

Audit* audit = nullptr;

[[noreturn]] void refuse(const char* why) {
    std::fprintf(stderr, "simulator: cannot audit: %s\n", why);
    std::exit(2);
}

}  // namespace

// Placed on its own page, together with all of the runtime's code, which is linked as one object
// (isolate.sh): it must run while the program's code is not executable.
[[gnu::aligned(4096)]] void begin_audit() {
    const auto parse = [](std::string_view text) -> std::optional<bool> {
        if (text == "0" || text == "1") return text == "1";
        return std::nullopt;
    };
    if (!report::setting("SIM_AUDIT", false, parse, "1 or 0")) return;
    audit = new Audit;
    if (!audit->knows_the_program()) refuse("simcc has listed none of the program's functions");
    if (audit->closes(reinterpret_cast<Address>(&audit_handles)))
        refuse("the program's code lies around the simulator's own");
    memory::audited = true;
    race::host_watches_any_memory = true;  // all host accesses take the full check
}

bool audit_handles(int signal, const siginfo_t& info, void* context) {
    if (!audit) return false;
    auto& registers = *static_cast<ucontext_t*>(context);
    if (signal == SIGTRAP) return audit->on_step(registers);
    if (signal != SIGSEGV || info.si_code != SEGV_ACCERR) return false;
    const bool writes = registers.uc_mcontext.gregs[REG_ERR] & 2;
    return audit->on_fault(reinterpret_cast<Address>(info.si_addr), writes, registers);
}

void audit_array(const void* base, std::size_t bytes) {
    if (audit) audit->add({reinterpret_cast<Address>(base), bytes});
}

void audit_no_longer(const void* base) {
    if (audit) audit->remove(reinterpret_cast<Address>(base));
}

}  // namespace cusim::api
