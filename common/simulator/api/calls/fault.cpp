#include "simulator/api/calls/fault.hpp"

#include <execinfo.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#include <csignal>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "simulator/api/calls/audit.hpp"
#include "simulator/api/calls/division.hpp"
#include "simulator/hooks/library_gate.hpp"
#include "simulator/memory/closed_data.hpp"
#include "simulator/memory/device_memory.hpp"
#include "simulator/memory/host_functions.hpp"
#include "simulator/memory/host_tables.hpp"
#include "simulator/memory/layout.hpp"
#include "simulator/memory/runtime_data.hpp"
#include "simulator/race/closed_results.hpp"
#include "simulator/race/events.hpp"
#include "simulator/race/findings/parties.hpp"
#include "simulator/race/order/happens_before.hpp"
#include "simulator/race/stop.hpp"
#include "simulator/report/findings/resolve.hpp"
#include "simulator/report/recorder.hpp"

namespace cusim::api {

namespace {

std::vector<HostArray>& host_arrays() {
    static auto& arrays = *new std::vector<HostArray>;  // outlives static destructors
    return arrays;
}

constexpr memory::Address never_mapped = 64 * memory::KiB;
constexpr greg_t one_step = 0x100;  // the flag of a trap after one instruction

struct Fault {
    memory::Address address;
    report::Op op;
    const void* instruction;
    memory::Address stack_pointer;
};

constexpr greg_t is_write = 2;  // a bit of the page fault's error code

Fault fault_of(const siginfo_t& info, const ucontext_t& context) {
    const auto& registers = context.uc_mcontext.gregs;
    // The address in SIGFPE and SIGILL is the instruction's. SI_KERNEL means an address that is not
    // canonical.
    const bool is_access = info.si_signo == SIGSEGV || info.si_signo == SIGBUS;
    const bool has_none = !is_access || info.si_code == SI_KERNEL;
    return {has_none ? ~memory::Address{0} : reinterpret_cast<memory::Address>(info.si_addr),
            has_none                        ? report::Op::none
            : registers[REG_ERR] & is_write ? report::Op::write
                                            : report::Op::read,
            reinterpret_cast<const void*>(registers[REG_RIP]),
            static_cast<memory::Address>(registers[REG_RSP])};
}

bool is_wild_call(const Fault& fault) {
    const auto instruction = reinterpret_cast<memory::Address>(fault.instruction);
    return instruction < never_mapped || instruction == fault.address;
}

// The innermost frame with a line in the student's source, or else in the simulator's headers. The
// access may be in memcpy, or in one of the runtime's copies.
const void* place_in_program(const Fault& fault) {
    // After a call of an invalid address, only its return address is known, and unwinding would try
    // to read the instruction.
    if (is_wild_call(fault)) return *reinterpret_cast<void* const*>(fault.stack_pointer);
    void* frames[64];
    const int count = backtrace(frames, 64);
    constexpr int own = 2;  // frames of this function and of the handler
    const void* in_header = nullptr;
    for (int i = own; i < count; ++i) {
        // All addresses except that of the faulting instruction are return addresses, which point
        // behind the call.
        const void* const pc =
            static_cast<const char*>(frames[i]) + (frames[i] == fault.instruction);
        if (!memory::program.contains(pc)) continue;
        const report::Place place = report::resolve({.pc = pc});
        if (place.file.empty()) continue;
        if (!report::is_of_library(place)) return pc;
        if (!in_header) in_header = pc;
    }
    return in_header;
}

report::Finding finding_of(report::FindingKind kind, const Fault& fault) {
    report::Finding finding{.kind = kind};
    if (race::running_thread)
        finding.self = race::running_party(race::Point::of(*race::running_thread), {});
    finding.self.site.pc = place_in_program(fault);
    finding.self.host = !race::running_thread;
    finding.self.op = fault.op;
    return finding;
}

void tell_of_device_memory(const Fault& fault) {
    report::Finding finding = finding_of(report::FindingKind::device_pointer, fault);
    race::describe_allocated(finding, reinterpret_cast<const void*>(fault.address), 0);
    report::emit(std::move(finding));
}

// The array that contains `a`, or at whose end the page of `a` lies.
const HostArray* array_at(memory::Address a) {
    constexpr std::size_t page = 4 * memory::KiB;
    for (const HostArray& array : host_arrays())
        if (a - reinterpret_cast<memory::Address>(array.base) < array.bytes() + page) return &array;
    return nullptr;
}

// Recursion of a host function without end, which is not an error of an index.
bool is_stack_overflow(const Fault& fault) {
    constexpr std::size_t near = 64 * memory::KiB;
    return fault.address - fault.stack_pointer + near < 2 * near;
}

void tell_of_host_memory(const Fault& fault) {
    report::Finding finding = finding_of(report::FindingKind::out_of_bounds, fault);
    finding.space = report::Space::host;
    if (const HostArray* const array = array_at(fault.address)) {
        const memory::Address offset =
            fault.address - reinterpret_cast<memory::Address>(array->base);
        finding.variable = array->name;
        finding.index = static_cast<long>(offset / array->element_size);
        finding.elements = static_cast<long>(array->elements);
        finding.element_size = static_cast<long>(array->element_size);
    } else if (fault.address < never_mapped) {
        finding.variant = report::Variant::null_pointer;
    } else {
        finding.cause = "it may not touch that address";
    }
    // A fault without a line is not in the program's own code.
    if (finding.self.site.pc) report::emit(std::move(finding));
}

// For kernels: an access that no hook announced, the call of an invalid address, or an instruction
// that faults.
report::Finding kernel_fault(int signal, const Fault& fault) {
    report::Finding finding = finding_of(report::FindingKind::crash, fault);
    finding.variant = report::Variant::kernel_fault;
    if (signal == SIGFPE || signal == SIGILL) {
        finding.self.op = report::Op::none;
        finding.cause = signal == SIGFPE ? "the quotient does not fit"
                                         : "a trap, or what is no instruction, ends it";
    } else if (const std::string name = memory::function_of_host(fault.address); !name.empty()) {
        finding.kind = report::FindingKind::host_pointer;
        finding.variant = report::Variant::host_function;
        finding.self.op = report::Op::none;
        finding.cause = "it calls " + name + " through the address that the host has of it";
    } else if (is_wild_call(fault)) {
        const bool is_null = reinterpret_cast<memory::Address>(fault.instruction) < never_mapped;
        finding.self.op = report::Op::none;
        finding.cause =
            is_null ? "it calls a function through a null pointer" : "it calls what is no function";
    } else {
        finding.kind = report::FindingKind::out_of_bounds;
        const bool is_null = fault.address < never_mapped;
        finding.variant = is_null ? report::Variant::null_pointer : report::Variant::none;
        finding.cause = is_null ? "the address is near null" : "it may not touch that address";
    }
    return finding;
}

void tell_of_device_table(const Fault& fault) {
    report::Finding finding = finding_of(report::FindingKind::device_pointer, fault);
    finding.variant = report::Variant::device_table;
    finding.cause =
        "it looks for a virtual function in a table of the device's, since a kernel has made the "
        "object";
    report::emit(std::move(finding));
}

void tell_of_device_function(const Fault& fault, const std::string& name) {
    report::Finding finding = finding_of(report::FindingKind::device_pointer, fault);
    finding.self.op = report::Op::none;
    finding.variant = report::Variant::device_function;
    finding.cause = "it calls " + name + ", a function of the device, through a pointer";
    report::emit(std::move(finding));
}

void tell_of_fault(const Fault& fault) {
    if (const std::string name = memory::function_of_host(fault.address); !name.empty())
        tell_of_device_function(fault, name);
    else if (memory::is_device_table(fault.address))
        tell_of_device_table(fault);
    else if (memory::device_heap.contains(fault.address))
        tell_of_device_memory(fault);
    else if (!is_stack_overflow(fault))
        tell_of_host_memory(fault);
}

// An abort or a signal to end is no error by itself, but its place helps.
void tell_of_end(int signal, const Fault& fault) {
    report::Finding finding = finding_of(report::FindingKind::crash, fault);
    finding.self.op = report::Op::none;
    const bool mistake = signal == SIGFPE || signal == SIGILL;
    finding.severity = mistake ? report::Severity::error : report::Severity::note;
    finding.cause =
        signal == SIGFPE   ? "an integer is divided by zero, or the quotient does not fit"
        : signal == SIGILL ? "this is no instruction of the processor"
        : signal == SIGABRT
            ? "abort(), a failed assert or an uncaught exception ends the program"
            : std::string{"the signal SIG"} + sigabbrev_np(signal) + " ends the program";
    if (finding.self.site.pc) report::emit(std::move(finding));
}

// The place is a sample, and shows no more than that.
void tell_of_time(const Fault& fault) {
    report::Finding finding = finding_of(report::FindingKind::livelock, fault);
    finding.severity = report::Severity::note;
    finding.variant = report::Variant::time_is_up;
    finding.self.op = report::Op::none;
    finding.cause = "the program was here when its time was up";
    if (const std::uint64_t launches = report::launch_number(); launches > 1)
        finding.cause += ", after " + std::to_string(launches) + " launches";
    if (finding.self.site.pc) report::emit(std::move(finding));
}

bool is_called_back(const siginfo_t& info, void* raw) {
    auto& registers = static_cast<ucontext_t*>(raw)->uc_mcontext.gregs;
    return info.si_signo == SIGSEGV && info.si_code == SEGV_ACCERR &&
           memory::process_return_addresses.contains(info.si_addr) &&
           hooks::is_called_back({static_cast<memory::Address>(registers[REG_RIP]),
                                  static_cast<memory::Address>(registers[REG_RSP]),
                                  &registers[REG_R10], &registers[REG_R11]});
}

// A function of the C++ library reads memory that both sides share, or what lies beside it.
void let_library_go_on(memory::Address a, ucontext_t& context) {
    const bool writes = context.uc_mcontext.gregs[REG_ERR] & is_write;
    const bool gets_results = !writes && race::library_gets_results(a);
    if (gets_results)
        race::leave_results_open();
    else
        race::instruction_needs(a);
    memory::close_data();
    if (gets_results) return;
    race::open_for_instruction();
    context.uc_mcontext.gregs[REG_EFL] |= one_step;
}

bool is_library_going_on(int signal, ucontext_t& context) {
    if (signal != SIGTRAP || !race::instruction_is_over()) return false;
    context.uc_mcontext.gregs[REG_EFL] &= ~one_step;
    memory::close_data();
    return true;
}

// By a function of the C++ library that the program has called.
void tell_of_closed_data(const Fault& fault) {
    report::Finding finding = finding_of(report::FindingKind::out_of_bounds, fault);
    finding.space = report::Space::host;
    finding.self.op = report::Op::write;
    finding.cause = "there lie the simulator's own variables";
    report::emit(std::move(finding));
}

cudaError_t error_of(const report::Finding& finding) {
    return finding.kind == report::FindingKind::crash ? cudaErrorIllegalInstruction
                                                      : cudaErrorIllegalAddress;
}

// The running thread continues here on its own stack, once the handler has returned.
cudaError_t error_of_thread = cudaSuccess;
[[noreturn]] void end_faulted_thread() {
    race::abort_thread(error_of_thread);
}

void go_on_with(void (*function)(), ucontext_t& context) {
    auto& registers = context.uc_mcontext.gregs;
    const race::ThreadClock& thread = *race::running_thread;
    auto stack = static_cast<memory::Address>(registers[REG_RSP]);
    constexpr std::size_t red_zone = 128;
    const bool own = stack - thread.stack_base < thread.stack_size;
    stack = own ? stack - red_zone : thread.stack_base + thread.stack_size;
    registers[REG_RSP] = static_cast<greg_t>((stack & ~memory::Address{15}) - 8);
    registers[REG_RIP] = reinterpret_cast<greg_t>(function);
}

// A fault in a kernel's own code ends the launch, as on a device, and the program continues. A
// fault anywhere else may have interrupted the runtime or a library in the middle of an operation.
bool ends_launch_only(int signal, const Fault& fault, ucontext_t& context) {
    report::Finding finding = kernel_fault(signal, fault);
    if (!finding.self.site.pc) return false;
    const auto carried_out = signal == SIGFPE ? carry_out_division(context) : CarriedOut::nothing;
    if (carried_out != CarriedOut::nothing) {
        const bool by_zero = carried_out == CarriedOut::division_by_zero;
        finding.variant = by_zero ? report::Variant::division : report::Variant::wide_quotient;
        finding.severity = report::Severity::warning;
        finding.cause = by_zero ? "it divides an integer by zero"
                                : "it divides the least number of its type by -1";
        report::emit(std::move(finding));
        return true;
    }
    error_of_thread = error_of(finding);
    report::emit(std::move(finding));
    go_on_with(end_faulted_thread, context);
    return true;
}

bool is_fault(int signal) {
    return signal == SIGSEGV || signal == SIGBUS || signal == SIGFPE || signal == SIGILL;
}

constexpr int ends[] = {SIGSEGV, SIGBUS,  SIGFPE,  SIGILL,  SIGABRT, SIGTERM, SIGINT,
                        SIGHUP,  SIGQUIT, SIGPIPE, SIGXCPU, SIGXFSZ, SIGALRM};

// The following is not async-signal-safe. But a kernel's own code holds no locks, and nothing else
// is resumed. A second signal ends the program at once, and an alarm does if a lock is held.
void on_end(int signal, siginfo_t* info, void* raw) {
    const bool in_library = __cusim_data_closed;
    ucontext_t& context = *static_cast<ucontext_t*>(raw);
    if (in_library) {
        const auto address = reinterpret_cast<memory::Address>(info->si_addr);
        const bool is_of_results = info->si_signo == SIGSEGV && info->si_code == SEGV_ACCERR &&
                                   race::is_in_closed_page(address);
        memory::open_data();
        if (is_of_results) return let_library_go_on(address, context);
        if (is_library_going_on(signal, context) || is_called_back(*info, raw)) return;
    }
    if (audit_handles(signal, *info, raw)) return;
    const Fault fault = fault_of(*info, context);
    const bool raised = info->si_code <= 0;  // by kill() or raise()
    if (race::running_thread && is_fault(signal) && !raised &&
        ends_launch_only(signal, fault, context))
        return;
    for (const int other : ends) std::signal(other, SIG_DFL);
    alarm(10);
    const bool has_address = info->si_code == SEGV_MAPERR || info->si_code == SEGV_ACCERR;
    if (in_library && has_address && memory::may_be_closed(fault.address))
        tell_of_closed_data(fault);
    else if (signal == SIGXCPU)
        tell_of_time(fault);
    else if (signal != SIGSEGV && signal != SIGBUS)
        tell_of_end(signal, fault);
    else if (has_address)
        tell_of_fault(fault);
    report::flush();
    std::raise(signal);
}

// A signal that the program handles or ignores itself is left alone.
void take_over(int signal) {
    struct sigaction action {
    }, before{};
    sigaction(signal, nullptr, &before);
    const bool mistake = is_fault(signal) || signal == SIGABRT || signal == SIGTRAP;
    if (!mistake && ((before.sa_flags & SA_SIGINFO) || before.sa_handler != SIG_DFL)) return;
    action.sa_sigaction = on_end;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    sigaction(signal, &action, nullptr);
}

}  // namespace

void watch_for_faults() {
    constexpr std::size_t size = 256 * memory::KiB;  // resolving a source line needs some
    // Not a variable of the runtime's: these may be closed when the signal comes.
    static void* const stack =
        mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    const stack_t alternate{.ss_sp = stack, .ss_flags = 0, .ss_size = size};
    sigaltstack(&alternate, nullptr);
    for (const int signal : ends) take_over(signal);
    if (memory::audited || memory::is_fenced()) take_over(SIGTRAP);
    void* warm_up[1];
    backtrace(warm_up, 1);  // loads the unwinder before it is needed in the handler
}

void name_host_array(HostArray array) {
    audit_array(array.base, array.bytes());
    host_arrays().push_back(std::move(array));
}

void forget_host_array(const void* base) {
    audit_no_longer(base);
    std::erase_if(host_arrays(), [base](const HostArray& array) { return array.base == base; });
}

}  // namespace cusim::api
