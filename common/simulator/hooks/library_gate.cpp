#include "simulator/hooks/library_gate.hpp"

#include <iterator>

#include "simulator/hooks/fence.hpp"
#include "simulator/hooks/saved_registers.hpp"
#include "simulator/memory/closed_data.hpp"
#include "simulator/memory/layout.hpp"
#include "simulator/memory/return_addresses.hpp"
#include "simulator/race/events.hpp"
#include "simulator/race/fatal.hpp"

namespace cusim::hooks {
namespace {

using memory::Address;

// Where the stack was when the gate was closed. It lies in what is closed, as all of this.
constinit Address stack_at_call = 0;

// Calls back into the program that have not returned: where their return address is, what it was,
// and the stack of the call of the library that they belong to.
struct CallBack {
    Address place, return_address, stack_at_call;
};
constinit CallBack calls_back[64] = {};
constinit unsigned depth = 0;

// Of what simcc puts at the beginning of a function: a 64-bit constant, and a load.
constexpr Address before_store = 14;

}  // namespace

extern "C" void __cusim_return_to_library();

bool is_called_back(const StoppedCall& call) {
    if (!is_entry(call.instruction - before_store) || depth == std::size(calls_back)) return false;
    auto& place = *reinterpret_cast<Address*>(call.stack);
    calls_back[depth++] = {call.stack, place, stack_at_call};
    place = reinterpret_cast<Address>(&__cusim_return_to_library);
    *call.r10 = static_cast<long long>(place);
    *call.r11 =
        -static_cast<long long>(memory::return_address_distance + memory::return_address_shift);
    return true;
}

bool close_for_library() {
    if (__cusim_data_closed || race::running_thread || !memory::is_fenced()) return false;
    stack_at_call = reinterpret_cast<Address>(__builtin_frame_address(0));
    memory::close_data();
    return true;
}

void only_the_host(const void* pc) {
    if (race::running_thread)
        race::refuse_branch("a kernel calls a function that the C library has for the host", pc);
}

void leave_library() {
    if (__cusim_data_closed) memory::open_data();
}

}  // namespace cusim::hooks

extern "C" {

[[gnu::used]] void __cusim_close_gate(cusim::memory::Address stack, const void* pc) {
    using namespace cusim;
    if (race::running_thread)
        race::refuse_branch("a kernel calls a function that the C++ library has for the host", pc);
    hooks::stack_at_call = stack;
    memory::close_data();
}

// Whoever jumps here out of the library has another stack.
[[gnu::used]] void __cusim_open_gate(cusim::memory::Address stack, const void* pc) {
    using namespace cusim;
    const bool expected = __cusim_data_closed && stack == hooks::stack_at_call;
    memory::open_data();
    if (!expected) race::refuse_branch("the C++ library returns to where it was not called", pc);
}

// The program's function returns to the library that has called it.
[[gnu::used]] void __cusim_close_gate_again(cusim::memory::Address place, const void* pc) {
    using namespace cusim::hooks;
    while (depth > 0 && calls_back[depth - 1].place < place) --depth;  // left by exceptions
    if (depth == 0 || calls_back[depth - 1].place != place)
        cusim::race::refuse_branch("a function returns to the C++ library that did not call it",
                                   pc);
    const CallBack& last = calls_back[--depth];
    *reinterpret_cast<cusim::memory::Address*>(place) = last.return_address;
    stack_at_call = last.stack_at_call;
    cusim::memory::close_data();
}

// Where an exception is caught, or objects are destroyed on its way: it may come from the library.
[[gnu::used]] void __cusim_open_for_exception(cusim::memory::Address stack, const void* pc) {
    using namespace cusim;
    if (!__cusim_data_closed) return;
    const bool expected = stack >= hooks::stack_at_call - 1024;
    memory::open_data();
    if (!expected) race::refuse_branch("the C++ library returns to where it was not called", pc);
}
}

// They keep all registers that hold arguments or results.
asm(R"(
    .macro cusim_gate name, function
    .text
    .globl \name
    .type \name, @function
\name:
)" CUSIM_SAVE_REGISTERS R"(
    leaq 16(%rbp), %rdi
    movq 8(%rbp), %rsi
    call \function
)" CUSIM_LOAD_REGISTERS R"(
    ret
    .size \name, .-\name
    .endm

    cusim_gate __cusim_enter_library_again, __cusim_close_gate_again
    cusim_gate __cusim_enter_library, __cusim_close_gate
    cusim_gate __cusim_return_from_library, __cusim_open_gate
    cusim_gate __cusim_catch_from_library, __cusim_open_for_exception

    .globl __cusim_return_to_library
    .type __cusim_return_to_library, @function
__cusim_return_to_library:
    pushq $0
    call __cusim_enter_library_again
    ret
    .size __cusim_return_to_library, .-__cusim_return_to_library
)");
