// Called by a fenced program before a branch whose target the assembly does not show
// (simcc/machine/fence.hpp). A pointer may lead to a function of the submission, to an outside
// function whose address the submission takes, and (for virtual functions) to those in the C++
// library's own tables. Any other target ends the program, with the line.
#include "simulator/hooks/fence.hpp"

#include <link.h>

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "simulator/hooks/saved_registers.hpp"
#include "simulator/memory/fence_entries.hpp"
#include "simulator/memory/return_addresses.hpp"
#include "simulator/race/fatal.hpp"

namespace cusim::hooks {
namespace {

using memory::Address;

// The words of the library's own tables (mostly of virtual functions), which the loader has filled
// in and made read-only. A word that is not the address of code is harmless: it cannot be executed.
int add_tables_of_library(dl_phdr_info* library, std::size_t, void* to) {
    auto& entries = *static_cast<std::vector<Address>*>(to);
    if (std::string_view(library->dlpi_name).find("libstdc++") == std::string_view::npos) return 0;
    for (int i = 0; i < library->dlpi_phnum; ++i) {
        const ElfW(Phdr)& part = library->dlpi_phdr[i];
        if (part.p_type != PT_GNU_RELRO) continue;
        const auto* const begin =
            reinterpret_cast<const Address*>(library->dlpi_addr + part.p_vaddr);
        entries.insert(entries.end(), begin, begin + part.p_memsz / sizeof(Address));
    }
    return 0;
}

std::vector<Address> sorted(std::vector<Address> entries) {
    std::ranges::sort(entries);
    return entries;
}

std::vector<Address> of_program() {
    std::vector<Address> entries(__start_cusim_entries, __stop_cusim_entries);
    entries.push_back(0);  // the call of a null pointer is reported elsewhere
    return sorted(std::move(entries));
}

std::vector<Address> of_library() {
    std::vector<Address> entries(__start_cusim_library_entries, __stop_cusim_library_entries);
    dl_iterate_phdr(add_tables_of_library, &entries);
    return sorted(std::move(entries));
}

// The library's tables name the program's copy of what both have.
bool is_own_entry(Address target) {
    static const std::vector<Address> entries = of_program();
    return std::ranges::binary_search(entries, target);
}

bool is_entry_of_library(Address target) {
    static const std::vector<Address> entries = of_library();
    return !is_own_entry(target) && std::ranges::binary_search(entries, target);
}

}  // namespace

bool is_entry(Address target) {
    return is_own_entry(target) || is_entry_of_library(target);
}

void check_function(const void* function, const void* pc) {
    if (!memory::is_fenced() || is_entry(reinterpret_cast<Address>(function))) return;
    race::refuse_branch("this pointer to a function leads to none of the program's or of the API",
                        pc);
}

}  // namespace cusim::hooks

extern "C" {

void __cusim_close_gate(cusim::memory::Address stack, const void* pc);

// A cache of the program's own entries, indexed by their lowest bits that vary.
[[gnu::used]] cusim::memory::Address cusim_known_entries[256];

// The return address of the check is the reported place. `stack`: where the stack is at the call.
[[gnu::used]] void __cusim_judge_call(cusim::memory::Address target, const void* pc,
                                      cusim::memory::Address stack) {
    using namespace cusim::hooks;
    check_function(reinterpret_cast<const void*>(target), pc);
    if (is_entry_of_library(target)) return __cusim_close_gate(stack, pc);
    cusim_known_entries[target / 4 % std::size(cusim_known_entries)] = target;
}

// The compiler makes none into the library, which would return to somebody else.
[[gnu::used]] void __cusim_judge_jump(cusim::memory::Address target, const void* pc,
                                      cusim::memory::Address stack) {
    using namespace cusim::hooks;
    if (is_entry_of_library(target))
        cusim::race::refuse_branch("a jump leads into the C++ library", pc);
    __cusim_judge_call(target, pc, stack);
}

// Called in the middle of a function, where the stack may be aligned to 8 bytes only.
[[noreturn, gnu::force_align_arg_pointer]] void __cusim_refuse_return() {
    cusim::race::refuse_branch("the address to which this function returns was overwritten",
                               __builtin_return_address(0));
}
[[noreturn, gnu::force_align_arg_pointer]] void __cusim_refuse_case() {
    cusim::race::refuse_branch("this switch has no case for the value that it is given",
                               __builtin_return_address(0));
}
}

// %r11 holds the target. The program continues there with all registers unchanged.
asm(R"(
    .macro cusim_check name, judge
    .text
    .globl \name
    .type \name, @function
\name:
    pushq %rax
    movl %r11d, %eax
    shrl $2, %eax
    movzbl %al, %eax
    cmpq %r11, cusim_known_entries(,%rax,8)
    popq %rax
    jne 1f
    ret
1:
)" CUSIM_SAVE_REGISTERS R"(
    movq %r11, %rdi
    movq 8(%rbp), %rsi
    leaq 16(%rbp), %rdx
    call \judge
)" CUSIM_LOAD_REGISTERS R"(
    ret
    .size \name, .-\name
    .endm

    cusim_check __cusim_check_call, __cusim_judge_call
    cusim_check __cusim_check_jump, __cusim_judge_jump
)");
