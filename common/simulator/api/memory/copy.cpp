#include "simulator/api/memory/copy.hpp"

#include <cstring>

#include "simulator/api/calls/location.hpp"
#include "simulator/api/calls/status.hpp"
#include "simulator/api/calls/stream.hpp"
#include "simulator/api/memory/copy_checks.hpp"
#include "simulator/api/streams/capture.hpp"
#include "simulator/api/streams/device_launch.hpp"
#include "simulator/memory/device_memory.hpp"
#include "simulator/memory/host_tables.hpp"
#include "simulator/race/events.hpp"
#include "simulator/trace/consumers.hpp"

namespace cusim::api {

namespace {

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

std::uint64_t across = 0;
Moved moved;
int uncounted = 0;

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

bool is_hosts_own(const void* end) {
    return locate(end).side == Side::host;
}

// What kernels have stored in any row that is copied.
bool holds_results(const Transfer& transfer) {
    bool holds = false;
    for_rows(transfer, [&](const char*, const char* from) {
        holds = holds || race::touched_by_kernel(from, transfer.rows.width);
    });
    return holds;
}

// From memory that both sides share, the host takes only what a kernel has stored there.
bool goes_across(const Transfer& transfer) {
    if (on_device(transfer.to) || on_device(transfer.from))
        return on_device(transfer.to) != on_device(transfer.from);
    if (is_hosts_own(transfer.from)) return !is_hosts_own(transfer.to);
    return is_hosts_own(transfer.to) && holds_results(transfer);
}

// A few constants that the host copies to the device are no more than a launch's arguments may
// hold. They take time all the same.
void note_across(const Transfer& transfer) {
    if (!goes_across(transfer) || uncounted > 0) return;
    const std::size_t bytes = bytes_of(transfer);
    if (!is_hosts_own(transfer.to) && race::are_few_constants(bytes)) {
        race::host_hands_over(bytes);
        note_within(bytes);
    } else {
        ++across;
    }
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

// What a copy or a fill touches of the host's memory, the host could have touched itself.
void note_for_the_host(const void* end, std::size_t width) {
    if (trace::host_consumer && !on_device(end)) [[unlikely]]
        trace::host_consumer(reinterpret_cast<memory::Address>(end), width);
}

}  // namespace

std::uint64_t copies_across() {
    return across;
}

void note_given_back() {
    ++across;
}

Moved moved_within() {
    return moved;
}

Uncounted::Uncounted() {
    ++uncounted;
}

Uncounted::~Uncounted() {
    --uncounted;
}

namespace {

// An object with virtual functions is of use only on the side that has made it.
void keep_tables_apart(void* to, const void* from, std::size_t width) {
    const auto is_hosts = [](const void* pointer) {
        return is_hosts_own(pointer) || race::is_stored_by_host(pointer, sizeof pointer);
    };
    if (on_device(to) && !on_device(from))
        memory::moved_to_device(to, width, from, is_hosts);
    else if (on_device(from) && is_hosts_own(to))
        memory::moved_to_host(to, width);
    else if (!on_device(to) && !is_hosts_own(to))
        memory::moved_to_both(to, width);
}

cudaError_t copy_now(const Transfer& transfer) {
    if (const cudaError_t error = check_copy(transfer); error != cudaSuccess) return error;
    const std::size_t width = transfer.rows.width;
    note_across(transfer);
    if (stays_within(transfer)) note_within(2 * bytes_of(transfer));
    const memory::DeviceAccess access;
    const race::Wait wait = wait_of(transfer);
    for_rows(transfer, [&](char* to, const char* from) {
        note_for_the_host(from, width);
        note_for_the_host(to, width);
        race::copies(to, from, width, stream_id(transfer.stream), wait, transfer.pc);
        std::memmove(to, from, width);
        keep_tables_apart(to, from, width);
    });
    return cudaSuccess;
}

cudaError_t fill_now(const Transfer& transfer, int value) {
    if (const cudaError_t error = check_fill(transfer); error != cudaSuccess) return error;
    const std::size_t width = transfer.rows.width;
    if (on_device(transfer.to)) note_within(bytes_of(transfer));
    const memory::DeviceAccess access;
    const race::Wait wait = wait_of(transfer);
    for_rows(transfer, [&](char* to, const char*) {
        note_for_the_host(to, width);
        race::fills(to, width, stream_id(transfer.stream), wait, transfer.pc);
        std::memset(to, value, width);
    });
    return cudaSuccess;
}

cudaMemcpy3DParms parameters_of(const Transfer& transfer) {
    const auto& [width, height, to_pitch, from_pitch] = transfer.rows;
    cudaMemcpy3DParms p = {};
    p.srcPtr = {const_cast<void*>(transfer.from), from_pitch, width, height};
    p.dstPtr = {transfer.to, to_pitch, width, height};
    p.extent = {width, height, transfer.slices.depth};
    p.kind = transfer.kind;
    return p;
}

cudaMemsetParams parameters_of(const Transfer& transfer, int value) {
    const Rows& rows = transfer.rows;
    return {transfer.to, rows.to_pitch, unsigned(value) & 0xff, 1, rows.width, rows.height};
}

// Executes the copy now, or each time that the graph is launched which the stream captures.
template <class Parameters, class Action>
cudaError_t in_stream(const Transfer& transfer, cudaGraphNodeType type,
                      const Parameters& parameters, Action action, const char* name) {
    GraphWork work = [transfer, action](cudaStream_t stream) {
        Transfer moved = transfer;
        moved.stream = stream;
        return action(moved);
    };
    work.parameters = parameters;
    const auto checked = [&] {
        if (bytes_of(transfer) == 0) return cudaSuccess;
        if (anything_under_way && waits_first(transfer)) finish(transfer.stream);
        if (lost_device_error() != cudaSuccess) return learn_lost_device_error();
        return capture_or_run(transfer.stream, type, work, {name, {.pc = transfer.pc}});
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
    return in_stream(transfer, cudaGraphNodeTypeMemcpy, parameters_of(transfer), copy_now, name);
}

cudaError_t fill(const Transfer& transfer, int value, const char* name) {
    if (detail::on_device())
        return kept_for_later(transfer, name, [value](const Transfer& then, const char* called) {
            return fill(then, value, called);
        });
    const auto action = [value](const Transfer& moved) { return fill_now(moved, value); };
    return in_stream(transfer, cudaGraphNodeTypeMemset, parameters_of(transfer, value), action,
                     name);
}

}  // namespace cusim::api

using cusim::api::Rows;

namespace {

constexpr bool waits = true, does_not_wait = false;

}  // namespace

cudaError_t cudaMemcpy(void* to, const void* from, size_t size, cudaMemcpyKind kind) {
    return cusim::api::copy(
        {to, from, Rows::one(size), kind, nullptr, waits, __builtin_return_address(0)});
}

// What these copies are where the compiler looks for the host's array (cusim/seen_copies.hpp).
extern "C" cudaError_t __cusim_memcpy_seen(void* to, const void* from, size_t size,
                                           cudaMemcpyKind kind, cudaStream_t stream, bool wait,
                                           size_t to_room, size_t from_room) {
    return cusim::api::copy({.to = to,
                             .from = from,
                             .rows = Rows::one(size),
                             .kind = kind,
                             .stream = stream,
                             .wait = wait,
                             .pc = __builtin_return_address(0),
                             .seen = {to_room, from_room}},
                            wait ? "cudaMemcpy" : "cudaMemcpyAsync");
}

extern "C" cudaError_t __cusim_memcpy_2d_seen(void* to, size_t to_pitch, const void* from,
                                              size_t from_pitch, size_t width, size_t height,
                                              cudaMemcpyKind kind, cudaStream_t stream, bool wait,
                                              size_t to_room, size_t from_room) {
    return cusim::api::copy({.to = to,
                             .from = from,
                             .rows = {width, height, to_pitch, from_pitch},
                             .kind = kind,
                             .stream = stream,
                             .wait = wait,
                             .pc = __builtin_return_address(0),
                             .seen = {to_room, from_room}},
                            wait ? "cudaMemcpy2D" : "cudaMemcpy2DAsync");
}

cudaError_t cudaMemcpyAsync(void* to, const void* from, size_t size, cudaMemcpyKind kind,
                            cudaStream_t stream) {
    return cusim::api::copy(
        {to, from, Rows::one(size), kind, stream, does_not_wait, __builtin_return_address(0)});
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
    return cusim::api::fill({to, nullptr, Rows::one(size), cudaMemcpyDefault, nullptr, waits,
                             __builtin_return_address(0)},
                            value);
}

cudaError_t cudaMemsetAsync(void* to, int value, size_t size, cudaStream_t stream) {
    return cusim::api::fill({to, nullptr, Rows::one(size), cudaMemcpyDefault, stream, does_not_wait,
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
