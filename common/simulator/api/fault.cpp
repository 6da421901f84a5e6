#include "simulator/api/fault.hpp"

#include <execinfo.h>
#include <sys/mman.h>
#include <ucontext.h>

#include <csignal>
#include <utility>
#include <vector>

#include "simulator/memory/layout.hpp"
#include "simulator/race/events.hpp"
#include "simulator/race/parties.hpp"
#include "simulator/report/recorder.hpp"
#include "simulator/report/resolve.hpp"

namespace cusim::api {

namespace {

std::vector<HostArray>& host_arrays() {
    static auto& arrays = *new std::vector<HostArray>;  // outlives static destructors
    return arrays;
}

struct Fault {
    memory::Address address;
    report::Op op;
    const void* instruction;
    memory::Address stack_pointer;
};

Fault fault_of(const siginfo_t& info, const ucontext_t& context) {
    constexpr greg_t is_write = 2;  // of the page fault's error code
    const auto& registers = context.uc_mcontext.gregs;
    return {reinterpret_cast<memory::Address>(info.si_addr),
            registers[REG_ERR] & is_write ? report::Op::write : report::Op::read,
            reinterpret_cast<const void*>(registers[REG_RIP]),
            static_cast<memory::Address>(registers[REG_RSP])};
}

// The innermost frame that has a line in the memory::program's source: the access may have happened
// in memcpy, or in a copy of the runtime's.
const void* place_in_program(const Fault& fault) {
    void* frames[64];
    const int count = backtrace(frames, 64);
    constexpr int own = 2;  // this function, and the handler
    for (int i = own; i < count; ++i) {
        // All but the faulting instruction are return addresses, which stand behind the call.
        const void* const pc =
            static_cast<const char*>(frames[i]) + (frames[i] == fault.instruction);
        if (memory::program.contains(pc) && !report::resolve({.pc = pc}).file.empty()) return pc;
    }
    return nullptr;
}

report::Finding finding_of(report::Kind kind, const Fault& fault) {
    report::Finding finding{.kind = kind};
    finding.self.site.pc = place_in_program(fault);
    finding.self.host = true;
    finding.self.op = fault.op;
    return finding;
}

void tell_of_device_memory(const Fault& fault) {
    report::Finding finding = finding_of(report::Kind::device_pointer, fault);
    race::describe_allocated(finding, reinterpret_cast<const void*>(fault.address), 0);
    report::emit(std::move(finding));
}

// The array that `a` lies in, or at the end of which its page lies.
const HostArray* array_at(memory::Address a) {
    constexpr std::size_t page = 4 * memory::KiB;
    for (const HostArray& array : host_arrays())
        if (a - reinterpret_cast<memory::Address>(array.base) < array.bytes() + page) return &array;
    return nullptr;
}

// A host function that calls itself without end: what is wrong there is no index.
bool is_stack_overflow(const Fault& fault) {
    constexpr std::size_t near = 64 * memory::KiB;
    return fault.address - fault.stack_pointer + near < 2 * near;
}

void tell_of_host_memory(const Fault& fault) {
    constexpr memory::Address never_mapped = 64 * memory::KiB;
    report::Finding finding = finding_of(report::Kind::out_of_bounds, fault);
    finding.space = report::Space::host;
    if (const HostArray* const array = array_at(fault.address)) {
        const memory::Address offset =
            fault.address - reinterpret_cast<memory::Address>(array->base);
        if (offset < array->bytes()) return;  // the index is right: it may only be read
        finding.variable = array->name;
        finding.index = static_cast<long>(offset / array->element_size);
        finding.elements = static_cast<long>(array->elements);
        finding.element_size = static_cast<long>(array->element_size);
    } else if (fault.address < never_mapped) {
        finding.variant = report::Variant::null_pointer;
    } else {
        finding.cause = "it may not touch that address";
    }
    // Without a line the fault is none of the memory::program's own code.
    if (finding.self.site.pc) report::emit(std::move(finding));
}

// Everything here is unsafe in a signal handler in general; this signal is raised by one
// instruction of the memory::program's own thread, which will never be resumed.
void on_fault(int signal, siginfo_t* info, void* context) {
    std::signal(signal, SIG_DFL);
    const bool has_address = info->si_code == SEGV_MAPERR || info->si_code == SEGV_ACCERR;
    if (has_address && race::running_thread == nullptr) {
        const Fault fault = fault_of(*info, *static_cast<const ucontext_t*>(context));
        if (memory::device_heap.contains(fault.address))
            tell_of_device_memory(fault);
        else if (!is_stack_overflow(fault))
            tell_of_host_memory(fault);
    }
    report::flush();
    std::raise(signal);
}

}  // namespace

void watch_for_faults() {
    constexpr std::size_t size = 256 * memory::KiB;  // resolving a line takes some
    static char stack[size];
    const stack_t alternate{.ss_sp = stack, .ss_flags = 0, .ss_size = size};
    sigaltstack(&alternate, nullptr);
    struct sigaction action {};
    action.sa_sigaction = on_fault;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    sigaction(SIGSEGV, &action, nullptr);
    sigaction(SIGBUS, &action, nullptr);
    void* warm_up[1];
    backtrace(warm_up, 1);  // loads the unwinder now, not in the handler
}

void name_host_array(HostArray array) {
    host_arrays().push_back(std::move(array));
}

void forget_host_array(const void* base) {
    std::erase_if(host_arrays(), [base](const HostArray& array) { return array.base == base; });
}

}  // namespace cusim::api
