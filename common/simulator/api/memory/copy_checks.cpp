#include "simulator/api/memory/copy_checks.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>

#include "simulator/api/calls/location.hpp"
#include "simulator/api/calls/stream.hpp"
#include "simulator/memory/host_blocks.hpp"
#include "simulator/race/events.hpp"
#include "simulator/race/findings/parties.hpp"
#include "simulator/race/host_access.hpp"
#include "simulator/report/findings/resolve.hpp"
#include "simulator/report/recorder.hpp"
#include "simulator/report/source/copied_variable.hpp"

namespace cusim::api {

using report::FindingKind;
using report::Variant;

cudaError_t tell(const Transfer& transfer, FindingKind kind, std::string cause, Variant variant,
                 report::Severity severity, const void* freed) {
    report::Finding finding{.kind = kind, .severity = severity};
    finding.self.host = true;
    finding.self.op = report::Op::copy;
    finding.self.site.pc = transfer.pc;
    finding.cause = std::move(cause);
    finding.variant = variant;
    if (freed) race::describe_free(finding, freed);
    report::emit(std::move(finding));
    // The refused copy leaves its destination unwritten, which would be reported again for the same
    // mistake; so count it as written.
    const Location to = locate(transfer.to);
    if (severity == report::Severity::error && to.side == Side::device && to.object)
        race::assume_contents(transfer.to,
                              to.object->end() - reinterpret_cast<memory::Address>(transfer.to));
    return cudaErrorInvalidValue;
}

namespace {

// The number of bytes from the first to the last byte of one end.
std::size_t reach(const Transfer& transfer, std::size_t pitch, std::size_t slice_pitch) {
    const Rows& rows = transfer.rows;
    if (rows.height == 0 || transfer.slices.depth == 0) return 0;
    std::size_t bytes = 0, slices = 0;
    const bool overflows =
        __builtin_mul_overflow(rows.height - 1, pitch, &bytes) ||
        __builtin_add_overflow(bytes, rows.width, &bytes) ||
        __builtin_mul_overflow(transfer.slices.depth - 1, slice_pitch, &slices) ||
        __builtin_add_overflow(bytes, slices, &bytes);
    return overflows ? ~std::size_t{0} : bytes;
}

std::size_t reach_of_target(const Transfer& transfer) {
    return reach(transfer, transfer.rows.to_pitch, transfer.slices.to_pitch);
}

// The kind of memory that the direction of a copy requires at one end.
enum class Wanted { host, device, any };

Wanted wanted_source(cudaMemcpyKind kind) {
    if (kind == cudaMemcpyDefault) return Wanted::any;
    return kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice ? Wanted::device
                                                                              : Wanted::host;
}

Wanted wanted_target(cudaMemcpyKind kind) {
    if (kind == cudaMemcpyDefault) return Wanted::any;
    return kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice ? Wanted::device
                                                                              : Wanted::host;
}

const char* text(const Location& location) {
    return location.device_may_use() ? "device" : "host";
}

// CUDA refuses a copy only if there is host memory where the direction says device memory. In the
// opposite case it works, since one address space holds both, and is only dubious.
cudaError_t check_direction(const Transfer& transfer) {
    const Location to = locate(transfer.to), from = locate(transfer.from);
    const auto on_wrong_side = [](const Location& location, Wanted wanted) {
        return wanted == Wanted::device ? !location.device_may_use()
               : wanted == Wanted::host ? !location.host_may_use()
                                        : false;
    };
    const Wanted source = wanted_source(transfer.kind), target = wanted_target(transfer.kind);
    const bool bad_source = on_wrong_side(from, source), bad_target = on_wrong_side(to, target);
    if (!bad_source && !bad_target) return cudaSuccess;
    const bool refused =
        (bad_source && source == Wanted::device) || (bad_target && target == Wanted::device);
    const cudaError_t error = tell(
        transfer, FindingKind::bad_copy,
        std::string("its direction is not that of the pointers, which go from ") + text(from) +
            " to " + text(to) + " memory",
        Variant::wrong_direction, refused ? report::Severity::error : report::Severity::warning);
    return refused ? error : cudaSuccess;
}

extern "C" char __data_start, _end;  // the program's own variables

// How many bytes an array of the host has from there on, and its name; the largest size where
// nobody knows. `seen`: what the compiler knows.
report::HostVariable host_array_at(const void* pointer, std::size_t seen) {
    const auto a = reinterpret_cast<memory::Address>(pointer);
    if (const auto block = memory::host_block_at(pointer))
        return {"", std::min(seen, block->end() - std::min(a, block->end()))};
    if (pointer < &__data_start || pointer >= &_end) return {"", seen};
    report::HostVariable found =
        report::host_variable_at(pointer).value_or(report::HostVariable{"", seen});
    found.bytes = std::min(found.bytes, seen);
    return found;
}

// An array of the host that is too short. A device copies all the same, and overwrites what lies
// behind the array, or takes that for its elements.
cudaError_t check_host_room(const Transfer& transfer, const void* pointer, std::size_t bytes,
                            std::size_t seen, const std::string& name) {
    const report::HostVariable array = host_array_at(pointer, seen);
    if (bytes <= array.bytes) return cudaSuccess;
    return tell(transfer, FindingKind::bad_copy,
                "it takes " + std::to_string(bytes) + " bytes, and the " + name + ", an array" +
                    (array.name.empty() ? "" : " `" + array.name + "`") + " of the host, has " +
                    std::to_string(array.bytes),
                Variant::short_host_array);
}

// `name`: "destination" or "source". `seen`: its room, as the compiler knows it.
cudaError_t check_room(const Transfer& transfer, const void* pointer, std::size_t bytes,
                       std::size_t seen, const std::string& name) {
    const Location location = locate(pointer);
    if (location.freed)
        return tell(transfer, FindingKind::use_after_free, "the " + name + " is freed",
                    Variant::none, report::Severity::error, pointer);
    if (!location.object) {
        if (location.side == Side::host)
            return check_host_room(transfer, pointer, bytes, seen, name);
        return tell(transfer, FindingKind::bad_copy, "the " + name + " points into no allocation");
    }
    if (location.by_kernel && transfer.from)
        return tell(transfer, FindingKind::bad_copy,
                    "the " + name + " was allocated by a kernel, and no copy reaches such memory",
                    Variant::kernel_allocation);
    const std::size_t room = location.object->end() - reinterpret_cast<memory::Address>(pointer);
    if (bytes <= room) return cudaSuccess;
    return tell(
        transfer, FindingKind::bad_copy,
        "it takes " + std::to_string(bytes) + " bytes, and the " + name + " has " +
            std::to_string(room),
        static_cast<std::ptrdiff_t>(bytes) < 0 ? Variant::negative_size : Variant::too_many_bytes);
}

// Refuses `cudaMemcpy(&y, …)` for a pointer y, as no device does. There, what lies around y is
// overwritten, and what is reported is what follows from that: a pointer that cannot be freed, an
// address to which nobody returns. The source is looked at only where the address may be a local
// variable's, and more is copied than a pointer has room for: what is smaller may be a number's.
cudaError_t check_variable(const Transfer& transfer, const void* end, report::CopyEnd which) {
    constexpr std::size_t most_of_a_stack = 8 << 20;
    const auto above_here = reinterpret_cast<memory::Address>(end) -
                            reinterpret_cast<memory::Address>(__builtin_frame_address(0));
    const std::size_t bytes = transfer.rows.width;
    if (transfer.rows.height != 1 || transfer.slices.depth != 1 || bytes <= sizeof(void*) ||
        above_here > most_of_a_stack)
        return cudaSuccess;
    const report::Place place = report::resolve({.pc = transfer.pc});
    const report::SourceTokens* const source = report::source_of(place);
    const auto variable =
        source ? report::copied_variable(*source, place.line, which) : std::nullopt;
    if (!variable) return cudaSuccess;
    return tell(transfer, FindingKind::bad_copy,
                "`&" + variable->name + "` is the address of the " +
                    (variable->is_vector ? "vector" : "pointer") + " itself, not of an array",
                variable->is_vector ? Variant::vector_object : Variant::own_address);
}

// Warns of `cudaMemcpy(d, h, sizeof(h), …)` for a pointer h: the rest of the array stays as it is.
void check_size(const Transfer& transfer) {
    if (transfer.rows.width != sizeof(void*) || transfer.rows.height != 1 ||
        transfer.slices.depth != 1)
        return;
    const auto has_more = [](const void* pointer) {
        const Location location = locate(pointer);
        return location.object && location.object->size > sizeof(void*);
    };
    if (!has_more(transfer.to) && !(transfer.from && has_more(transfer.from))) return;
    const report::Place place = report::resolve({.pc = transfer.pc});
    const report::SourceTokens* const source = report::source_of(place);
    const auto name = source ? report::pointer_of_size(*source, place.line) : std::nullopt;
    if (!name) return;
    tell(transfer, FindingKind::bad_copy,
         "`sizeof(" + *name + ")` is the size of the pointer, 8 bytes, and not that of its array",
         Variant::pointer_size, report::Severity::warning);
}

// Such as "a row has 12 bytes, which is more than the 8 of the source's pitch".
std::string wider_than_pitch(const Rows& rows) {
    const bool target = rows.width > rows.to_pitch;
    return "a row has " + std::to_string(rows.width) + " bytes, which is more than the " +
           std::to_string(target ? rows.to_pitch : rows.from_pitch) + " of the " +
           (target ? "destination's" : "source's") + " pitch";
}

cudaError_t tell_of_no_stream(const Transfer& transfer) {
    tell(transfer, FindingKind::bad_copy, no_such_stream, Variant::no_stream);
    return cudaErrorInvalidResourceHandle;
}

}  // namespace

cudaError_t check_copy(const Transfer& transfer) {
    if (!is_stream(transfer.stream)) return tell_of_no_stream(transfer);
    if (transfer.kind < cudaMemcpyHostToHost || transfer.kind > cudaMemcpyDefault) {
        tell(transfer, FindingKind::bad_copy, "the direction is none of the five");
        return cudaErrorInvalidMemcpyDirection;
    }
    const Rows& rows = transfer.rows;
    if (rows.width > rows.to_pitch || rows.width > rows.from_pitch) {
        tell(transfer, FindingKind::bad_copy, wider_than_pitch(rows), Variant::narrow_pitch);
        return cudaErrorInvalidPitchValue;
    }
    if (!transfer.to || !transfer.from)
        return tell(
            transfer, FindingKind::bad_copy,
            transfer.to ? "the source is a null pointer" : "the destination is a null pointer",
            Variant::null_pointer);
    using report::CopyEnd;
    for (const auto& [end, which] : {std::pair<const void*, CopyEnd>{transfer.to, CopyEnd::target},
                                     {transfer.from, CopyEnd::source}})
        if (const cudaError_t error = check_variable(transfer, end, which); error != cudaSuccess)
            return error;
    if (const cudaError_t error = check_direction(transfer); error != cudaSuccess) return error;
    const cudaError_t error = check_room(transfer, transfer.to, reach_of_target(transfer),
                                         transfer.seen.to, "destination");
    if (error != cudaSuccess) return error;
    check_size(transfer);
    race::check_host_target(transfer.to, reach_of_target(transfer), transfer.pc);
    return check_room(transfer, transfer.from,
                      reach(transfer, rows.from_pitch, transfer.slices.from_pitch),
                      transfer.seen.from, "source");
}

cudaError_t check_fill(const Transfer& transfer) {
    if (!is_stream(transfer.stream)) return tell_of_no_stream(transfer);
    if (!transfer.to)
        return tell(transfer, FindingKind::bad_copy, "the destination is a null pointer",
                    Variant::null_pointer);
    if (transfer.rows.width > transfer.rows.to_pitch)
        return tell(transfer, FindingKind::bad_copy, wider_than_pitch(transfer.rows),
                    Variant::narrow_pitch);
    if (!locate(transfer.to).device_may_use())
        return tell(transfer, FindingKind::bad_copy,
                    "it fills host memory, and only the device's can be");
    check_size(transfer);
    return check_room(transfer, transfer.to, reach_of_target(transfer), transfer.seen.to,
                      "destination");
}

}  // namespace cusim::api
