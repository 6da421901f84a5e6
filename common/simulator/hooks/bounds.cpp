// Called by -fsanitize=bounds and -fsanitize=alignment, for arrays whose bound the compiler knows,
// and for pointers to wide types at unaligned addresses. Device code stops there. In host code the
// error is reported, and the program goes on as it would without the simulator.
#include <cstdint>
#include <string>

#include "simulator/hooks/sanitizer_records.hpp"
#include "simulator/race/events.hpp"
#include "simulator/race/fatal.hpp"
#include "simulator/report/findings/resolve.hpp"
#include "simulator/report/recorder.hpp"

namespace {

using cusim::hooks::SourceLocation;
using cusim::hooks::TypeDescriptor;

struct OutOfBounds {
    SourceLocation where;
    const TypeDescriptor* array;
    const TypeDescriptor* index;
};

struct TypeMismatch {
    SourceLocation where;
    const TypeDescriptor* type;
    unsigned char log_alignment;
    unsigned char check_kind;  // 0 load, 1 store, …
};

void bad_index(const OutOfBounds& data, std::uintptr_t handle, const void* pc) {
    cusim::report::Site site{.pc = pc, .file = data.where.file, .line = int(data.where.line)};
    cusim::race::report_bad_index(site, cusim::hooks::integer_of(handle, *data.index),
                                  data.array->name, int(data.where.column));
}

}  // namespace

extern "C" {

void __ubsan_handle_out_of_bounds(OutOfBounds* data, std::uintptr_t index) {
    bad_index(*data, index, __builtin_return_address(0));
}

[[noreturn]] void __ubsan_handle_out_of_bounds_abort(OutOfBounds* data, std::uintptr_t index) {
    bad_index(*data, index, __builtin_return_address(0));
    cusim::report::flush();
    __builtin_abort();
}

void __ubsan_handle_type_mismatch_v1(TypeMismatch* data, std::uintptr_t pointer) {
    if (!cusim::race::running_thread) return;
    const std::uintptr_t alignment = std::uintptr_t{1} << data->log_alignment;
    if (pointer % alignment == 0) return;  // a null pointer: the access itself reports it
    // Within a function of our own headers, the address leads to the line that calls it.
    const cusim::report::Place place{.file = {}, .path = data->where.file};
    const bool is_ours = cusim::report::is_of_library(place);
    cusim::race::report_misaligned(
        {.pc = __builtin_return_address(0),
         .file = is_ours ? nullptr : data->where.file,
         .line = is_ours ? 0 : static_cast<int>(data->where.line)},
        pointer, alignment,
        data->check_kind == 1 ? cusim::trace::Op::write : cusim::trace::Op::read);
}
}
