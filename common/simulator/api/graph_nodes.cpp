// Nodes that a program adds to a graph itself, and graph launches.
#include <utility>
#include <vector>

#include "simulator/api/calls/status.hpp"
#include "simulator/api/graph_work.hpp"
#include "simulator/api/streams/capture.hpp"
#include "simulator/api/streams/graph.hpp"

using namespace cusim;
using namespace cusim::api;

namespace {

// Adds a node if all nodes it depends on belong to the graph.
cudaError_t add_node(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* from,
                     std::size_t count, cudaGraphNodeType type, NodeWork made) {
    if (made.error != cudaSuccess) return made.error;
    if (!node || !is_graph(graph) || (count > 0 && !from)) return cudaErrorInvalidValue;
    std::vector<std::size_t> dependencies;
    for (std::size_t i = 0; i < count; ++i) {
        if (!is_node(from[i]) || from[i]->graph != graph) return cudaErrorInvalidValue;
        dependencies.push_back(from[i]->number);
    }
    return put(node, &graph->add(type, std::move(made.work), std::move(dependencies)));
}

cudaError_t add_child(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* from,
                      std::size_t count, cudaGraph_t child) {
    if (!is_graph(child) || child == graph) return cudaErrorInvalidValue;
    const cudaError_t error = add_node(node, graph, from, count, cudaGraphNodeTypeGraph, {});
    if (error == cudaSuccess) (*node)->child = child_like(*child);
    return error;
}

cudaError_t add_any(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* from,
                    std::size_t count, const cudaGraphNodeParams* p, const void* pc) {
    if (!p) return cudaErrorInvalidValue;
    if (p->type == cudaGraphNodeTypeGraph)
        return add_child(node, graph, from, count, p->graph.graph);
    return add_node(node, graph, from, count, p->type, work_of(*p, pc));
}

// Calls `change` for each pair of nodes, by the second one and the first one's number.
template <class Change>
cudaError_t for_edges(cudaGraph_t graph, const cudaGraphNode_t* from, const cudaGraphNode_t* to,
                      std::size_t count, Change change) {
    if (!is_graph(graph) || (count > 0 && (!from || !to))) return cudaErrorInvalidValue;
    for (std::size_t i = 0; i < count; ++i)
        if (!is_node(from[i]) || !is_node(to[i]) || from[i]->graph != graph ||
            to[i]->graph != graph)
            return cudaErrorInvalidValue;
    for (std::size_t i = 0; i < count; ++i) change(*to[i], from[i]->number);
    return cudaSuccess;
}

void depend(CUgraphNode_st& node, std::size_t on) {
    node.dependencies.push_back(on);
}

void depend_no_longer(CUgraphNode_st& node, std::size_t on) {
    std::erase(node.dependencies, on);
}

}  // namespace

cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                   const cudaGraphNode_t* dependencies, size_t count,
                                   const cudaKernelNodeParams* parameters) {
    return call([&, pc = __builtin_return_address(0)] {
        return add_node(node, graph, dependencies, count, cudaGraphNodeTypeKernel,
                        work_of(parameters, pc));
    });
}

cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                   const cudaGraphNode_t* dependencies, size_t count,
                                   const cudaMemcpy3DParms* parameters) {
    return call([&, pc = __builtin_return_address(0)] {
        return add_node(node, graph, dependencies, count, cudaGraphNodeTypeMemcpy,
                        work_of(parameters, pc));
    });
}

cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t* node, cudaGraph_t graph,
                                     const cudaGraphNode_t* dependencies, size_t count, void* to,
                                     const void* from, size_t size, cudaMemcpyKind kind) {
    return call([&, pc = __builtin_return_address(0)] {
        return add_node(node, graph, dependencies, count, cudaGraphNodeTypeMemcpy,
                        work_of_copy(to, from, size, kind, pc));
    });
}

cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                   const cudaGraphNode_t* dependencies, size_t count,
                                   const cudaMemsetParams* parameters) {
    return call([&, pc = __builtin_return_address(0)] {
        return add_node(node, graph, dependencies, count, cudaGraphNodeTypeMemset,
                        work_of(parameters, pc));
    });
}

cudaError_t cudaGraphAddHostNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                 const cudaGraphNode_t* dependencies, size_t count,
                                 const cudaHostNodeParams* parameters) {
    return call([&, pc = __builtin_return_address(0)] {
        return add_node(node, graph, dependencies, count, cudaGraphNodeTypeHost,
                        work_of(parameters, pc));
    });
}

cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                  const cudaGraphNode_t* dependencies, size_t count) {
    return call(
        [&] { return add_node(node, graph, dependencies, count, cudaGraphNodeTypeEmpty, {}); });
}

cudaError_t cudaGraphAddEventRecordNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                        const cudaGraphNode_t* dependencies, size_t count,
                                        cudaEvent_t event) {
    return call([&] {
        return add_node(node, graph, dependencies, count, cudaGraphNodeTypeEventRecord,
                        work_of_record(event));
    });
}

cudaError_t cudaGraphAddEventWaitNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                      const cudaGraphNode_t* dependencies, size_t count,
                                      cudaEvent_t event) {
    return call([&] {
        return add_node(node, graph, dependencies, count, cudaGraphNodeTypeWaitEvent,
                        work_of_wait(event));
    });
}

cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                       const cudaGraphNode_t* dependencies, size_t count,
                                       cudaGraph_t child) {
    return call([&] { return add_child(node, graph, dependencies, count, child); });
}

cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t* from,
                                     const cudaGraphNode_t* to, size_t count) {
    return call([&] { return for_edges(graph, from, to, count, depend); });
}
cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t* from,
                                     const cudaGraphNode_t* to, const cudaGraphEdgeData*,
                                     size_t count) {
    return call([&] { return for_edges(graph, from, to, count, depend); });
}

cudaError_t cudaGraphRemoveDependencies(cudaGraph_t graph, const cudaGraphNode_t* from,
                                        const cudaGraphNode_t* to, size_t count) {
    return call([&] { return for_edges(graph, from, to, count, depend_no_longer); });
}
cudaError_t cudaGraphRemoveDependencies(cudaGraph_t graph, const cudaGraphNode_t* from,
                                        const cudaGraphNode_t* to, const cudaGraphEdgeData*,
                                        size_t count) {
    return call([&] { return for_edges(graph, from, to, count, depend_no_longer); });
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

cudaError_t cudaGraphLaunch(cudaGraphExec_t exec, cudaStream_t stream) {
    const CaptureCall here{__func__, {.pc = __builtin_return_address(0)}};
    return call([&] {
        if (!is_exec(exec)) return cudaErrorInvalidValue;
        const auto work = [exec](cudaStream_t in) { return replay(exec, in); };
        return capture_or_run(stream, cudaGraphNodeTypeGraph, work, here);
    });
}
