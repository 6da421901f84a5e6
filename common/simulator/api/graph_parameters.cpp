// What the nodes of a graph do: asked for, and changed, in a graph or in an executable graph.
#include <utility>
#include <variant>

#include "simulator/api/calls/status.hpp"
#include "simulator/api/graph_work.hpp"
#include "simulator/api/streams/graph.hpp"

using namespace cusim;
using namespace cusim::api;

namespace {

CUgraphNode_st* known(cudaGraphNode_t node) {
    return is_node(node) ? node : nullptr;
}

template <class Parameters>
cudaError_t get(cudaGraphNode_t node, cudaGraphNodeType type, Parameters* parameters) {
    return call([&] {
        if (!is_node(node) || node->type != type) return cudaErrorInvalidValue;
        const auto* const made_from = std::get_if<Parameters>(&node->work.parameters);
        return made_from ? put(parameters, *made_from) : cudaErrorNotSupported;
    });
}

cudaError_t set(CUgraphNode_st* node, cudaGraphNodeType type, NodeWork made) {
    return call([&] {
        if (!node || node->type != type) return cudaErrorInvalidValue;
        if (made.error == cudaSuccess) node->work = std::move(made.work);
        return made.error;
    });
}

cudaError_t set_any(CUgraphNode_st* node, const cudaGraphNodeParams* p, const void* pc) {
    if (!node || !p || node->type != p->type) return call([] { return cudaErrorInvalidValue; });
    return set(node, p->type, work_of(*p, pc));
}

}  // namespace

cudaError_t cudaGraphNodeSetParams(cudaGraphNode_t node, cudaGraphNodeParams* parameters) {
    return set_any(known(node), parameters, __builtin_return_address(0));
}
cudaError_t cudaGraphExecNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                       cudaGraphNodeParams* parameters) {
    return set_any(node_of(exec, node), parameters, __builtin_return_address(0));
}

cudaError_t cudaGraphKernelNodeGetParams(cudaGraphNode_t node, cudaKernelNodeParams* parameters) {
    return get(node, cudaGraphNodeTypeKernel, parameters);
}
cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t node,
                                         const cudaKernelNodeParams* parameters) {
    return set(known(node), cudaGraphNodeTypeKernel,
               work_of(parameters, __builtin_return_address(0)));
}
cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             const cudaKernelNodeParams* parameters) {
    return set(node_of(exec, node), cudaGraphNodeTypeKernel,
               work_of(parameters, __builtin_return_address(0)));
}

cudaError_t cudaGraphMemcpyNodeGetParams(cudaGraphNode_t node, cudaMemcpy3DParms* parameters) {
    return get(node, cudaGraphNodeTypeMemcpy, parameters);
}
cudaError_t cudaGraphMemcpyNodeSetParams(cudaGraphNode_t node,
                                         const cudaMemcpy3DParms* parameters) {
    return set(known(node), cudaGraphNodeTypeMemcpy,
               work_of(parameters, __builtin_return_address(0)));
}
cudaError_t cudaGraphExecMemcpyNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             const cudaMemcpy3DParms* parameters) {
    return set(node_of(exec, node), cudaGraphNodeTypeMemcpy,
               work_of(parameters, __builtin_return_address(0)));
}
cudaError_t cudaGraphMemcpyNodeSetParams1D(cudaGraphNode_t node, void* to, const void* from,
                                           size_t size, cudaMemcpyKind kind) {
    return set(known(node), cudaGraphNodeTypeMemcpy,
               work_of_copy(to, from, size, kind, __builtin_return_address(0)));
}
cudaError_t cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t exec, cudaGraphNode_t node, void* to,
                                               const void* from, size_t size, cudaMemcpyKind kind) {
    return set(node_of(exec, node), cudaGraphNodeTypeMemcpy,
               work_of_copy(to, from, size, kind, __builtin_return_address(0)));
}

cudaError_t cudaGraphMemsetNodeGetParams(cudaGraphNode_t node, cudaMemsetParams* parameters) {
    return get(node, cudaGraphNodeTypeMemset, parameters);
}
cudaError_t cudaGraphMemsetNodeSetParams(cudaGraphNode_t node, const cudaMemsetParams* parameters) {
    return set(known(node), cudaGraphNodeTypeMemset,
               work_of(parameters, __builtin_return_address(0)));
}
cudaError_t cudaGraphExecMemsetNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             const cudaMemsetParams* parameters) {
    return set(node_of(exec, node), cudaGraphNodeTypeMemset,
               work_of(parameters, __builtin_return_address(0)));
}

cudaError_t cudaGraphHostNodeGetParams(cudaGraphNode_t node, cudaHostNodeParams* parameters) {
    return get(node, cudaGraphNodeTypeHost, parameters);
}
cudaError_t cudaGraphHostNodeSetParams(cudaGraphNode_t node, const cudaHostNodeParams* parameters) {
    return set(known(node), cudaGraphNodeTypeHost,
               work_of(parameters, __builtin_return_address(0)));
}
cudaError_t cudaGraphExecHostNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                           const cudaHostNodeParams* parameters) {
    return set(node_of(exec, node), cudaGraphNodeTypeHost,
               work_of(parameters, __builtin_return_address(0)));
}

cudaError_t cudaGraphEventRecordNodeGetEvent(cudaGraphNode_t node, cudaEvent_t* event) {
    return get(node, cudaGraphNodeTypeEventRecord, event);
}
cudaError_t cudaGraphEventRecordNodeSetEvent(cudaGraphNode_t node, cudaEvent_t event) {
    return set(known(node), cudaGraphNodeTypeEventRecord, work_of_record(event));
}
cudaError_t cudaGraphExecEventRecordNodeSetEvent(cudaGraphExec_t exec, cudaGraphNode_t node,
                                                 cudaEvent_t event) {
    return set(node_of(exec, node), cudaGraphNodeTypeEventRecord, work_of_record(event));
}
cudaError_t cudaGraphEventWaitNodeGetEvent(cudaGraphNode_t node, cudaEvent_t* event) {
    return get(node, cudaGraphNodeTypeWaitEvent, event);
}
cudaError_t cudaGraphEventWaitNodeSetEvent(cudaGraphNode_t node, cudaEvent_t event) {
    return set(known(node), cudaGraphNodeTypeWaitEvent, work_of_wait(event));
}
cudaError_t cudaGraphExecEventWaitNodeSetEvent(cudaGraphExec_t exec, cudaGraphNode_t node,
                                               cudaEvent_t event) {
    return set(node_of(exec, node), cudaGraphNodeTypeWaitEvent, work_of_wait(event));
}

// The graph that the node has copied; changes show when the outer graph is instantiated.
cudaError_t cudaGraphChildGraphNodeGetGraph(cudaGraphNode_t node, cudaGraph_t* child) {
    return call([&] {
        if (!is_node(node) || !node->child) return cudaErrorInvalidValue;
        return put(child, node->child.get());
    });
}
cudaError_t cudaGraphExecChildGraphNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                                 cudaGraph_t child) {
    return call([&] {
        CUgraphNode_st* const found = node_of(exec, node);
        if (!found || !found->child || !is_graph(child)) return cudaErrorInvalidValue;
        if (!same_shape(*found->child, *child)) return cudaErrorGraphExecUpdateFailure;
        set_child(*found, *child);
        return cudaSuccess;
    });
}
