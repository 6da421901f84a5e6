// Graphs: work that is written down once and carried out many times. A node follows the nodes that
// it depends on and nothing else, so that two with no path between them race where they conflict.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "cusim/runtime_api.hpp"

// Carries a node out in a stream.
using GraphWork = std::function<cudaError_t(cudaStream_t)>;

struct CUgraphNode_st {
    CUgraph_st* graph;
    std::size_t number;  // in the graph
    cudaGraphNodeType type;
    GraphWork work;
    std::vector<std::size_t> dependencies;
};

struct CUgraph_st {
    std::vector<std::unique_ptr<CUgraphNode_st>> nodes;

    CUgraphNode_st& add(cudaGraphNodeType type, GraphWork work,
                        std::vector<std::size_t> dependencies);
    // Is `earlier` the node itself, or one that it follows?
    bool reaches(std::size_t node, std::size_t earlier) const;
};

namespace cusim::api {

cudaGraph_t new_graph();
bool is_graph(cudaGraph_t graph);
// Carries all of it out, behind what the stream has done and before what it does next.
cudaError_t replay(cudaGraphExec_t exec, cudaStream_t stream);
bool is_exec(cudaGraphExec_t exec);
// Of an executable graph, the node made from this one; nullptr where there is none.
CUgraphNode_st* node_of(cudaGraphExec_t exec, cudaGraphNode_t node);

}  // namespace cusim::api
