// Nodes that a program adds to a graph itself, and graph launches.
#include <utility>

#include "simulator/api/calls/status.hpp"
#include "simulator/api/memory/copy.hpp"
#include "simulator/api/streams/capture.hpp"
#include "simulator/api/streams/graph.hpp"
#include "simulator/api/streams/launch_node.hpp"
#include "simulator/hooks/fence.hpp"
#include "simulator/memory/device_memory.hpp"
#include "simulator/report/recorder.hpp"

using namespace cusim;
using namespace cusim::api;

namespace {

// Adds a node if all nodes it depends on belong to the graph.
cudaError_t add_node(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* from,
                     std::size_t count, cudaGraphNodeType type, GraphWork work) {
    if (!node || !is_graph(graph) || (count > 0 && !from)) return cudaErrorInvalidValue;
    std::vector<std::size_t> dependencies;
    for (std::size_t i = 0; i < count; ++i) {
        if (!is_node(from[i]) || from[i]->graph != graph) return cudaErrorInvalidValue;
        dependencies.push_back(from[i]->number);
    }
    return put(node, &graph->add(type, std::move(work), std::move(dependencies)));
}

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

// What a node does, or why there is none.
struct Work {
    cudaError_t error = cudaSuccess;
    GraphWork work = {};
};

Work work_of_copy(const cudaMemcpy3DParms& p, const void* pc) {
    return {.work = [p, pc](cudaStream_t stream) { return copy_box(&p, stream, false, pc); }};
}

Work work_of_fill(const cudaMemsetParams& p, const void* pc) {
    if (p.elementSize != 1 && p.elementSize != 2 && p.elementSize != 4)
        return {cudaErrorInvalidValue};
    return {.work = [p, pc](cudaStream_t stream) { return fill_elements(p, stream, pc); }};
}

Work work_of_host(const cudaHostNodeParams& p, const void* pc) {
    if (!p.fn) return {cudaErrorInvalidValue};
    hooks::check_function(p.fn, pc);
    return {
        .work = [p](cudaStream_t stream) { return cudaLaunchHostFunc(stream, p.fn, p.userData); }};
}

Work work_of_kernel(const cudaKernelNodeParams& p, const void* pc) {
    GraphWork work = kernel_work(p, pc);
    if (!work) return {cudaErrorInvalidDeviceFunction};
    return {.work = std::move(work)};
}

Work refuse_type(const void* pc) {
    report::Finding finding{.kind = report::FindingKind::unsupported};
    finding.self = {.site = {.pc = pc}, .host = true};
    finding.cause =
        "the simulator's graphs have kernels, copies, fills, host functions and empty nodes: the "
        "node is not added";
    report::emit(std::move(finding));
    return {cudaErrorNotSupported};
}

Work work_of(const cudaGraphNodeParams& p, const void* pc) {
    switch (p.type) {
        case cudaGraphNodeTypeKernel: {
            const auto& [func, grid, block, bytes, arguments, extra] = p.kernel;
            return work_of_kernel({func, grid, block, bytes, arguments, extra}, pc);
        }
        case cudaGraphNodeTypeMemcpy:
            return work_of_copy(p.memcpy.copyParams, pc);
        case cudaGraphNodeTypeMemset: {
            const auto& [to, pitch, value, size, width, height] = p.memset;
            return work_of_fill({to, pitch, value, size, width, height}, pc);
        }
        case cudaGraphNodeTypeHost:
            return work_of_host({p.host.fn, p.host.userData}, pc);
        case cudaGraphNodeTypeEmpty:
            return {};
        case cudaGraphNodeTypeGraph:
            break;
    }
    return refuse_type(pc);
}

cudaError_t add_any(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* from,
                    std::size_t count, const cudaGraphNodeParams* p, const void* pc) {
    if (!p) return cudaErrorInvalidValue;
    Work made = work_of(*p, pc);
    if (made.error != cudaSuccess) return made.error;
    return add_node(node, graph, from, count, p->type, std::move(made.work));
}

cudaError_t set_any(CUgraphNode_st* node, const cudaGraphNodeParams* p, const void* pc) {
    if (!node || !p || node->type != p->type) return cudaErrorInvalidValue;
    Work made = work_of(*p, pc);
    if (made.error == cudaSuccess) node->work = std::move(made.work);
    return made.error;
}

cudaError_t set_kernel(CUgraphNode_st* node, const cudaKernelNodeParams* p, const void* pc) {
    if (!node || !p || node->type != cudaGraphNodeTypeKernel) return cudaErrorInvalidValue;
    Work made = work_of_kernel(*p, pc);
    if (made.error == cudaSuccess) node->work = std::move(made.work);
    return made.error;
}

cudaError_t add_dependencies(cudaGraph_t graph, const cudaGraphNode_t* from,
                             const cudaGraphNode_t* to, std::size_t count) {
    if (!is_graph(graph) || (count > 0 && (!from || !to))) return cudaErrorInvalidValue;
    for (std::size_t i = 0; i < count; ++i)
        if (!is_node(from[i]) || !is_node(to[i]) || from[i]->graph != graph ||
            to[i]->graph != graph)
            return cudaErrorInvalidValue;
    for (std::size_t i = 0; i < count; ++i) to[i]->dependencies.push_back(from[i]->number);
    return cudaSuccess;
}

}  // namespace

cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                   const cudaGraphNode_t* dependencies, size_t count,
                                   const cudaKernelNodeParams* parameters) {
    return call([&, pc = __builtin_return_address(0)] {
        if (!parameters) return cudaErrorInvalidValue;
        const Work made = work_of_kernel(*parameters, pc);
        if (made.error != cudaSuccess) return made.error;
        return add_node(node, graph, dependencies, count, cudaGraphNodeTypeKernel, made.work);
    });
}

cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                   const cudaGraphNode_t* dependencies, size_t count,
                                   const cudaMemcpy3DParms* parameters) {
    return call([&, pc = __builtin_return_address(0)] {
        if (!parameters) return cudaErrorInvalidValue;
        const Work made = work_of_copy(*parameters, pc);
        return add_node(node, graph, dependencies, count, cudaGraphNodeTypeMemcpy, made.work);
    });
}

cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t* node, cudaGraph_t graph,
                                     const cudaGraphNode_t* dependencies, size_t count, void* to,
                                     const void* from, size_t size, cudaMemcpyKind kind) {
    return call([&, pc = __builtin_return_address(0)] {
        const auto work = [=](cudaStream_t stream) {
            return copy({to, from, {size, 1, size, size}, kind, stream, false, pc});
        };
        return add_node(node, graph, dependencies, count, cudaGraphNodeTypeMemcpy, work);
    });
}

cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                   const cudaGraphNode_t* dependencies, size_t count,
                                   const cudaMemsetParams* parameters) {
    return call([&, pc = __builtin_return_address(0)] {
        if (!parameters) return cudaErrorInvalidValue;
        const Work made = work_of_fill(*parameters, pc);
        if (made.error != cudaSuccess) return made.error;
        return add_node(node, graph, dependencies, count, cudaGraphNodeTypeMemset, made.work);
    });
}

cudaError_t cudaGraphAddHostNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                 const cudaGraphNode_t* dependencies, size_t count,
                                 const cudaHostNodeParams* parameters) {
    return call([&, pc = __builtin_return_address(0)] {
        if (!parameters) return cudaErrorInvalidValue;
        const Work made = work_of_host(*parameters, pc);
        if (made.error != cudaSuccess) return made.error;
        return add_node(node, graph, dependencies, count, cudaGraphNodeTypeHost, made.work);
    });
}

cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                  const cudaGraphNode_t* dependencies, size_t count) {
    return call(
        [&] { return add_node(node, graph, dependencies, count, cudaGraphNodeTypeEmpty, {}); });
}

cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t* from,
                                     const cudaGraphNode_t* to, size_t count) {
    return call([&] { return add_dependencies(graph, from, to, count); });
}
cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t* from,
                                     const cudaGraphNode_t* to, const cudaGraphEdgeData*,
                                     size_t count) {
    return call([&] { return add_dependencies(graph, from, to, count); });
}

cudaError_t cudaGraphAddNode(cudaGraphNode_t* node, cudaGraph_t graph,
                             const cudaGraphNode_t* dependencies, size_t count,
                             cudaGraphNodeParams* parameters) {
    return call([&, pc = __builtin_return_address(0)] {
        return add_any(node, graph, dependencies, count, parameters, pc);
    });
}
cudaError_t cudaGraphAddNode(cudaGraphNode_t* node, cudaGraph_t graph,
                             const cudaGraphNode_t* dependencies, const cudaGraphEdgeData*,
                             size_t count, cudaGraphNodeParams* parameters) {
    return call([&, pc = __builtin_return_address(0)] {
        return add_any(node, graph, dependencies, count, parameters, pc);
    });
}

cudaError_t cudaGraphNodeSetParams(cudaGraphNode_t node, cudaGraphNodeParams* parameters) {
    return call([&, pc = __builtin_return_address(0)] {
        return set_any(is_node(node) ? node : nullptr, parameters, pc);
    });
}

cudaError_t cudaGraphExecNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                       cudaGraphNodeParams* parameters) {
    return call([&, pc = __builtin_return_address(0)] {
        return set_any(node_of(exec, node), parameters, pc);
    });
}

cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t node,
                                         const cudaKernelNodeParams* parameters) {
    return call([&, pc = __builtin_return_address(0)] {
        return set_kernel(is_node(node) ? node : nullptr, parameters, pc);
    });
}

cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             const cudaKernelNodeParams* parameters) {
    return call([&, pc = __builtin_return_address(0)] {
        return set_kernel(node_of(exec, node), parameters, pc);
    });
}

cudaError_t cudaGraphLaunch(cudaGraphExec_t exec, cudaStream_t stream) {
    const CaptureCall here{__func__, {.pc = __builtin_return_address(0)}};
    return call([&] {
        if (!is_exec(exec)) return cudaErrorInvalidValue;
        const auto work = [exec](cudaStream_t in) { return replay(exec, in); };
        return capture_or_run(stream, cudaGraphNodeTypeGraph, work, here);
    });
}
