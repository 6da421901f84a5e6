#include "simulator/api/graph_work.hpp"

#include <utility>

#include "simulator/api/memory/copy.hpp"
#include "simulator/api/streams/launch_node.hpp"
#include "simulator/hooks/fence.hpp"
#include "simulator/memory/device_memory.hpp"
#include "simulator/report/recorder.hpp"

namespace cusim::api {

namespace {

// Fills elements of 2 or 4 bytes whose bytes differ.
void store_pattern(const cudaMemsetParams& p) {
    const memory::DeviceAccess access;
    for (std::size_t row = 0; row < p.height; ++row)
        for (std::size_t i = 0; i < p.width; ++i)
            __builtin_memcpy(static_cast<char*>(p.dst) + row * p.pitch + i * p.elementSize,
                             &p.value, p.elementSize);
}

cudaError_t fill_elements(cudaMemsetParams p, cudaStream_t stream, const void* pc) {
    const std::size_t width = p.width * p.elementSize;
    if (p.height <= 1) p.pitch = width;
    const Transfer transfer{.to = p.dst,
                            .from = nullptr,
                            .rows = {width, p.height, p.pitch, p.pitch},
                            .stream = stream,
                            .wait = false,
                            .pc = pc};
    const cudaError_t error = fill(transfer, int(p.value & 0xff));
    if (error == cudaSuccess && p.elementSize > 1) store_pattern(p);
    return error;
}

NodeWork made_from(GraphWork work, auto parameters) {
    work.parameters = parameters;
    return {.work = std::move(work)};
}

NodeWork refuse_type(const void* pc) {
    report::Finding finding{.kind = report::FindingKind::unsupported};
    finding.self = {.site = {.pc = pc}, .host = true};
    finding.cause =
        "the simulator's graphs have kernels, copies, fills, host functions, events, other graphs "
        "and empty nodes: the node is not added";
    report::emit(std::move(finding));
    return {cudaErrorNotSupported};
}

}  // namespace

NodeWork work_of(const cudaKernelNodeParams* p, const void* pc) {
    if (!p) return {cudaErrorInvalidValue};
    GraphWork work = kernel_work(*p, pc);
    if (!work) return {cudaErrorInvalidDeviceFunction};
    return {.work = std::move(work)};
}

NodeWork work_of(const cudaMemcpy3DParms* p, const void* pc) {
    if (!p) return {cudaErrorInvalidValue};
    return made_from([p = *p, pc](cudaStream_t stream) { return copy_box(&p, stream, false, pc); },
                     *p);
}

NodeWork work_of_copy(void* to, const void* from, std::size_t size, cudaMemcpyKind kind,
                      const void* pc) {
    cudaMemcpy3DParms as_box = {};
    as_box.srcPtr = {const_cast<void*>(from), size, size, 1};
    as_box.dstPtr = {to, size, size, 1};
    as_box.extent = {size, 1, 1};
    as_box.kind = kind;
    const auto work = [=](cudaStream_t stream) {
        return copy({to, from, {size, 1, size, size}, kind, stream, false, pc});
    };
    return made_from(work, as_box);
}

NodeWork work_of(const cudaMemsetParams* p, const void* pc) {
    if (!p || (p->elementSize != 1 && p->elementSize != 2 && p->elementSize != 4))
        return {cudaErrorInvalidValue};
    return made_from([p = *p, pc](cudaStream_t stream) { return fill_elements(p, stream, pc); },
                     *p);
}

NodeWork work_of(const cudaHostNodeParams* p, const void* pc) {
    if (!p || !p->fn) return {cudaErrorInvalidValue};
    hooks::check_function(p->fn, pc);
    const auto work = [p = *p](cudaStream_t stream) {
        return cudaLaunchHostFunc(stream, p.fn, p.userData);
    };
    return made_from(work, *p);
}

NodeWork work_of_record(cudaEvent_t event) {
    if (!event) return {cudaErrorInvalidValue};
    return made_from([event](cudaStream_t stream) { return cudaEventRecord(event, stream); },
                     event);
}

NodeWork work_of_wait(cudaEvent_t event) {
    if (!event) return {cudaErrorInvalidValue};
    return made_from([event](cudaStream_t stream) { return cudaStreamWaitEvent(stream, event); },
                     event);
}

NodeWork work_of(const cudaGraphNodeParams& p, const void* pc) {
    switch (p.type) {
        case cudaGraphNodeTypeKernel: {
            const auto& [func, grid, block, bytes, arguments, extra] = p.kernel;
            const cudaKernelNodeParams kernel{func, grid, block, bytes, arguments, extra};
            return work_of(&kernel, pc);
        }
        case cudaGraphNodeTypeMemcpy:
            return work_of(&p.memcpy.copyParams, pc);
        case cudaGraphNodeTypeMemset: {
            const auto& [to, pitch, value, size, width, height] = p.memset;
            const cudaMemsetParams fill{to, pitch, value, size, width, height};
            return work_of(&fill, pc);
        }
        case cudaGraphNodeTypeHost: {
            const cudaHostNodeParams host{p.host.fn, p.host.userData};
            return work_of(&host, pc);
        }
        case cudaGraphNodeTypeEmpty:
            return {};
        case cudaGraphNodeTypeWaitEvent:
            return work_of_wait(p.eventWait.event);
        case cudaGraphNodeTypeEventRecord:
            return work_of_record(p.eventRecord.event);
        case cudaGraphNodeTypeGraph:
            break;
    }
    return refuse_type(pc);
}

}  // namespace cusim::api
