// Graphs: work that is described once and executed many times. A node is ordered after the nodes
// that it depends on and no others, so that conflicting accesses of two nodes race if there is no
// path between them.
#pragma once

#include <functional>
#include <memory>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "cusim/runtime_api.hpp"

// Executes a node in a stream.
struct GraphWork : std::function<cudaError_t(cudaStream_t)> {
    GraphWork() = default;
    template <class Action>
    requires(!std::is_base_of_v<GraphWork, std::remove_cvref_t<Action>>) GraphWork(Action&& action)
        : function(std::forward<Action>(action)) {}

    // What the work was made from, for a program that asks. Nothing where it cannot be asked for.
    std::variant<std::monostate, cudaKernelNodeParams, cudaMemcpy3DParms, cudaMemsetParams,
                 cudaHostNodeParams, cudaEvent_t>
        parameters;
};

struct CUgraphNode_st {
    CUgraph_st* graph;
    std::size_t number;  // in the graph
    cudaGraphNodeType type;
    GraphWork work;
    std::vector<std::size_t> dependencies;
    std::shared_ptr<CUgraph_st> child = nullptr;  // which the node executes instead of `work`
};

struct CUgraph_st {
    std::vector<std::unique_ptr<CUgraphNode_st>> nodes;
    bool is_child = false;  // belongs to a node

    CUgraphNode_st& add(cudaGraphNodeType type, GraphWork work,
                        std::vector<std::size_t> dependencies);
    // Whether `node` is `earlier`, or depends on it.
    bool reaches(std::size_t node, std::size_t earlier) const;
};

namespace cusim::api {

cudaGraph_t new_graph();
// The graph that the call at `pc` gives to the program, which is to destroy it.
cudaGraph_t given(cudaGraph_t graph, const void* pc);
bool is_graph(cudaGraph_t graph);
// A copy of the graph that belongs to a node.
std::shared_ptr<CUgraph_st> child_like(const CUgraph_st& graph);
bool same_shape(const CUgraph_st& a, const CUgraph_st& b);
// True for a node of a live graph. A program may pass any value as a handle.
bool is_node(cudaGraphNode_t node);
// Executes the graph, after everything issued to the stream before and before everything issued
// later.
cudaError_t replay(cudaGraphExec_t exec, cudaStream_t stream);
bool is_exec(cudaGraphExec_t exec);
// The node of the executable graph that was made from this one; nullptr if there is none.
CUgraphNode_st* node_of(cudaGraphExec_t exec, cudaGraphNode_t node);
// Makes the node of an executable graph execute a copy of this graph.
void set_child(CUgraphNode_st& node, const CUgraph_st& graph);

}  // namespace cusim::api
