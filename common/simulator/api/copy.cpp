#include "simulator/api/copy.hpp"

#include <cstring>
#include <string>

#include "cusim/translated.hpp"
#include "simulator/api/capture.hpp"
#include "simulator/api/device_launch.hpp"
#include "simulator/api/location.hpp"
#include "simulator/api/status.hpp"
#include "simulator/api/stream.hpp"
#include "simulator/memory/device_memory.hpp"
#include "simulator/memory/symbols.hpp"
#include "simulator/race/check.hpp"
#include "simulator/race/events.hpp"
#include "simulator/report/recorder.hpp"

namespace cusim::api {

namespace {

using report::FindingKind;

cudaError_t tell(const Transfer& transfer, FindingKind kind, std::string cause,
                 report::Severity severity = report::Severity::error) {
    report::Finding finding{.kind = kind, .severity = severity};
    finding.self.host = true;
    finding.self.op = report::Op::copy;
    finding.self.site.pc = transfer.pc;
    finding.cause = std::move(cause);
    report::emit(std::move(finding));
    // The refused copy leaves its destination unwritten, which would be reported again for the same
    // mistake; so count it as written.
    const Location to = locate(transfer.to);
    if (severity == report::Severity::error && to.side == Side::device && to.object)
        race::assume_contents(transfer.to,
                              to.object->end() - reinterpret_cast<memory::Address>(transfer.to));
    return cudaErrorInvalidValue;
}

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

std::size_t bytes_of(const Transfer& transfer) {
    return transfer.rows.width * transfer.rows.height * transfer.slices.depth;
}

// Calls `visit` with the addresses of both ends of each row.
template <class Visit>
void for_rows(const Transfer& transfer, Visit visit) {
    const auto& [width, height, to_pitch, from_pitch] = transfer.rows;
    for (std::size_t slice = 0; slice < transfer.slices.depth; ++slice)
        for (std::size_t row = 0; row < height; ++row)
            visit(
                static_cast<char*>(transfer.to) + slice * transfer.slices.to_pitch + row * to_pitch,
                static_cast<const char*>(transfer.from) + slice * transfer.slices.from_pitch +
                    row * from_pitch);
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
    const cudaError_t error =
        tell(transfer, FindingKind::bad_copy,
             std::string("its direction is not that of the pointers, which go from ") + text(from) +
                 " to " + text(to) + " memory",
             refused ? report::Severity::error : report::Severity::warning);
    return refused ? error : cudaSuccess;
}

// `name`: "destination" or "source".
cudaError_t check_room(const Transfer& transfer, const void* pointer, std::size_t bytes,
                       const std::string& name) {
    const Location location = locate(pointer);
    if (location.freed)
        return tell(transfer, FindingKind::use_after_free, "the " + name + " is freed");
    if (!location.object) {
        if (location.side == Side::host) return cudaSuccess;
        return tell(transfer, FindingKind::bad_copy, "the " + name + " points into no allocation");
    }
    const std::size_t room = location.object->end() - reinterpret_cast<memory::Address>(pointer);
    if (bytes <= room) return cudaSuccess;
    return tell(transfer, FindingKind::bad_copy,
                "it takes " + std::to_string(bytes) + " bytes, and the " + name + " has " +
                    std::to_string(room));
}

// Such as "a row has 12 bytes, which is more than the 8 of the source's pitch".
std::string wider_than_pitch(const Rows& rows) {
    const bool target = rows.width > rows.to_pitch;
    return "a row has " + std::to_string(rows.width) + " bytes, which is more than the " +
           std::to_string(target ? rows.to_pitch : rows.from_pitch) + " of the " +
           (target ? "destination's" : "source's") + " pitch";
}

cudaError_t check(const Transfer& transfer) {
    if (!is_stream(transfer.stream)) return cudaErrorInvalidResourceHandle;
    if (transfer.kind < cudaMemcpyHostToHost || transfer.kind > cudaMemcpyDefault) {
        tell(transfer, FindingKind::bad_copy, "the direction is none of the five");
        return cudaErrorInvalidMemcpyDirection;
    }
    const Rows& rows = transfer.rows;
    if (rows.width > rows.to_pitch || rows.width > rows.from_pitch) {
        tell(transfer, FindingKind::bad_copy, wider_than_pitch(rows));
        return cudaErrorInvalidPitchValue;
    }
    if (!transfer.to || !transfer.from)
        return tell(
            transfer, FindingKind::bad_copy,
            transfer.to ? "the source is a null pointer" : "the destination is a null pointer");
    if (const cudaError_t error = check_direction(transfer); error != cudaSuccess) return error;
    race::check_host_target(transfer.to, reach_of_target(transfer), transfer.pc);
    const cudaError_t error =
        check_room(transfer, transfer.to, reach_of_target(transfer), "destination");
    if (error != cudaSuccess) return error;
    return check_room(transfer, transfer.from,
                      reach(transfer, rows.from_pitch, transfer.slices.from_pitch), "source");
}

// For a fill, whose target must be device memory.
cudaError_t check_target(const Transfer& transfer) {
    if (!is_stream(transfer.stream)) return cudaErrorInvalidResourceHandle;
    if (!transfer.to)
        return tell(transfer, FindingKind::bad_copy, "the destination is a null pointer");
    if (transfer.rows.width > transfer.rows.to_pitch)
        return tell(transfer, FindingKind::bad_copy, wider_than_pitch(transfer.rows));
    if (!locate(transfer.to).device_may_use())
        return tell(transfer, FindingKind::bad_copy,
                    "it fills host memory, and only the device's can be");
    return check_room(transfer, transfer.to, reach_of_target(transfer), "destination");
}

std::uint64_t across = 0;
Moved moved;

void note_within(std::size_t bytes) {
    ++moved.times;
    moved.bytes += bytes;
}

// Whether it is allocated on the device or is a device variable.
bool on_device(const void* end) {
    return locate(end).side == Side::device;
}

bool stays_within(const Transfer& transfer) {
    return on_device(transfer.to) && on_device(transfer.from);
}

bool goes_across(const Transfer& transfer) {
    return on_device(transfer.to) != on_device(transfer.from);
}

// The host never waits for fills of device memory or for copies within it, with or without Async.
race::Wait wait_of(const Transfer& transfer) {
    const bool within = on_device(transfer.to) && (!transfer.from || on_device(transfer.from));
    return transfer.wait && !within ? race::Wait::yes : race::Wait::no;
}

// For pageable memory the host waits, with or without Async.
bool waits_first(const Transfer& transfer) {
    if (!is_stream(transfer.stream) || is_capturing(transfer.stream)) return false;
    const auto is_pageable = [](const void* end) { return end && locate(end).side == Side::host; };
    return wait_of(transfer) == race::Wait::yes || is_pageable(transfer.to) ||
           is_pageable(transfer.from);
}

}  // namespace

std::uint64_t copies_across() {
    return across;
}

Moved moved_within() {
    return moved;
}

namespace {

cudaError_t copy_now(const Transfer& transfer) {
    if (const cudaError_t error = check(transfer); error != cudaSuccess) return error;
    const std::size_t width = transfer.rows.width;
    across += goes_across(transfer);
    if (stays_within(transfer)) note_within(2 * bytes_of(transfer));
    const memory::DeviceAccess access;
    const race::Wait wait = wait_of(transfer);
    for_rows(transfer, [&](char* to, const char* from) {
        race::copies(to, from, width, stream_id(transfer.stream), wait, transfer.pc);
        std::memmove(to, from, width);
    });
    return cudaSuccess;
}

cudaError_t fill_now(const Transfer& transfer, int value) {
    if (const cudaError_t error = check_target(transfer); error != cudaSuccess) return error;
    const std::size_t width = transfer.rows.width;
    if (on_device(transfer.to)) note_within(bytes_of(transfer));
    const memory::DeviceAccess access;
    const race::Wait wait = wait_of(transfer);
    for_rows(transfer, [&](char* to, const char*) {
        race::fills(to, width, stream_id(transfer.stream), wait, transfer.pc);
        std::memset(to, value, width);
    });
    return cudaSuccess;
}

// Executes the copy now, or each time that the graph is launched which the stream captures.
template <class Action>
cudaError_t in_stream(const Transfer& transfer, cudaGraphNodeType type, Action action,
                      const char* name) {
    const auto work = [transfer, action](cudaStream_t stream) {
        Transfer moved = transfer;
        moved.stream = stream;
        return action(moved);
    };
    const auto checked = [&] {
        if (bytes_of(transfer) == 0) return cudaSuccess;
        if (anything_under_way && waits_first(transfer)) finish(transfer.stream);
        if (lost_device_error() != cudaSuccess) return learn_lost_device_error();
        return capture_or_run(transfer.stream, type, work);
    };
    return call(checked, cudaErrorUnknown, name);
}

// What a thread of the device asks for is done like a launch of its: when its grid has ended.
template <class Action>
cudaError_t kept_for_later(const Transfer& transfer, const char* name, Action action) {
    keep_child(transfer.stream, [=](cudaStream_t stream) {
        Transfer then = transfer;
        then.stream = stream;
        return action(then, name);
    });
    return cudaSuccess;
}

}  // namespace

cudaError_t copy(const Transfer& transfer, const char* name) {
    if (detail::on_device()) return kept_for_later(transfer, name, copy);
    return in_stream(transfer, cudaGraphNodeTypeMemcpy, copy_now, name);
}

cudaError_t fill(const Transfer& transfer, int value, const char* name) {
    if (detail::on_device())
        return kept_for_later(transfer, name, [value](const Transfer& then, const char* called) {
            return fill(then, value, called);
        });
    const auto action = [value](const Transfer& moved) { return fill_now(moved, value); };
    return in_stream(transfer, cudaGraphNodeTypeMemset, action, name);
}

}  // namespace cusim::api

using cusim::api::Rows;
using cusim::api::Transfer;

namespace {

constexpr bool waits = true, does_not_wait = false;

Rows one_row(std::size_t size) {
    return {.width = size, .height = 1, .to_pitch = size, .from_pitch = size};
}

}  // namespace

cudaError_t cudaMemcpy(void* to, const void* from, size_t size, cudaMemcpyKind kind) {
    return cusim::api::copy(
        {to, from, one_row(size), kind, nullptr, waits, __builtin_return_address(0)});
}

cudaError_t cudaMemcpyAsync(void* to, const void* from, size_t size, cudaMemcpyKind kind,
                            cudaStream_t stream) {
    return cusim::api::copy(
        {to, from, one_row(size), kind, stream, does_not_wait, __builtin_return_address(0)});
}

cudaError_t cudaMemcpy2D(void* to, size_t to_pitch, const void* from, size_t from_pitch,
                         size_t width, size_t height, cudaMemcpyKind kind) {
    return cusim::api::copy({to,
                             from,
                             {width, height, to_pitch, from_pitch},
                             kind,
                             nullptr,
                             waits,
                             __builtin_return_address(0)});
}

cudaError_t cudaMemcpy2DAsync(void* to, size_t to_pitch, const void* from, size_t from_pitch,
                              size_t width, size_t height, cudaMemcpyKind kind,
                              cudaStream_t stream) {
    return cusim::api::copy({to,
                             from,
                             {width, height, to_pitch, from_pitch},
                             kind,
                             stream,
                             does_not_wait,
                             __builtin_return_address(0)});
}

cudaError_t cudaMemset(void* to, int value, size_t size) {
    return cusim::api::fill({to, nullptr, one_row(size), cudaMemcpyDefault, nullptr, waits,
                             __builtin_return_address(0)},
                            value);
}

cudaError_t cudaMemsetAsync(void* to, int value, size_t size, cudaStream_t stream) {
    return cusim::api::fill({to, nullptr, one_row(size), cudaMemcpyDefault, stream, does_not_wait,
                             __builtin_return_address(0)},
                            value);
}

cudaError_t cudaMemset2D(void* to, size_t pitch, int value, size_t width, size_t height) {
    return cusim::api::fill({to,
                             nullptr,
                             {width, height, pitch, pitch},
                             cudaMemcpyDefault,
                             nullptr,
                             waits,
                             __builtin_return_address(0)},
                            value);
}

cudaError_t cudaMemset2DAsync(void* to, size_t pitch, int value, size_t width, size_t height,
                              cudaStream_t stream) {
    return cusim::api::fill({to,
                             nullptr,
                             {width, height, pitch, pitch},
                             cudaMemcpyDefault,
                             stream,
                             does_not_wait,
                             __builtin_return_address(0)},
                            value);
}

// ---- Symbols -----------------------------------------------------------------------------------

namespace cusim::detail {

namespace {

// The address of the symbol plus the offset; nullptr if the bytes do not fit.
char* inside(const void* symbol, std::size_t offset, std::size_t size) {
    const memory::Variable* const variable = memory::find_symbol(symbol);
    if (!variable || offset > variable->size || size > variable->size - offset) return nullptr;
    return static_cast<char*>(variable->address) + offset;
}

cudaError_t no_such_symbol() {
    return api::call([] { return cudaErrorInvalidSymbol; });
}

// Refuses a copy that exceeds the variable.
cudaError_t refuse(const void* symbol, std::size_t size, std::size_t offset,
                   const api::Transfer& transfer) {
    const memory::Variable* const variable = memory::find_symbol(symbol);
    if (!variable) return no_such_symbol();
    return api::call([&] {
        const std::string behind = offset > 0 ? " from byte " + std::to_string(offset) + " on" : "";
        return api::tell(transfer, report::FindingKind::bad_copy,
                         "it takes " + std::to_string(size) + " bytes of " + variable->name +
                             behind + ", which has " + std::to_string(variable->size));
    });
}

}  // namespace

cudaError_t copy_to_symbol(const void* symbol, const void* from, size_t size, size_t offset,
                           cudaMemcpyKind kind, cudaStream_t stream, bool wait) {
    char* const to = inside(symbol, offset, size);
    const Transfer transfer{
        to, from, one_row(size), kind, stream, wait, __builtin_return_address(0)};
    return to ? api::copy(transfer) : refuse(symbol, size, offset, transfer);
}

cudaError_t copy_from_symbol(void* to, const void* symbol, size_t size, size_t offset,
                             cudaMemcpyKind kind, cudaStream_t stream, bool wait) {
    const char* const from = inside(symbol, offset, size);
    const Transfer transfer{
        to, from, one_row(size), kind, stream, wait, __builtin_return_address(0)};
    return from ? api::copy(transfer) : refuse(symbol, size, offset, transfer);
}

cudaError_t symbol_address(void** pointer, const void* symbol) {
    void* const found = inside(symbol, 0, 0);
    const cudaError_t error = api::put(pointer, found);
    return found ? error : no_such_symbol();
}

cudaError_t symbol_size(size_t* size, const void* symbol) {
    const memory::Variable* const variable = memory::find_symbol(symbol);
    if (!variable) return no_such_symbol();
    return api::put(size, variable->size);
}

}  // namespace cusim::detail
