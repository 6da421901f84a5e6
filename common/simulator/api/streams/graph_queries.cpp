// What a graph consists of: its nodes, and which of them depend on which.
#include <cstdio>
#include <memory>
#include <vector>

#include "simulator/api/calls/status.hpp"
#include "simulator/api/streams/graph.hpp"
#include "simulator/race/host_access.hpp"

using namespace cusim;
using namespace cusim::api;

namespace {

// Stores as many as there is room for, and nulls in the rest of it; without an array, only their
// number.
cudaError_t list(const std::vector<cudaGraphNode_t>& found, cudaGraphNode_t* nodes, size_t* count) {
    if (!count) return cudaErrorInvalidValue;
    const std::size_t room = nodes ? *count : 0;
    race::check_host_target(count, sizeof *count);
    race::check_host_target(nodes, room * sizeof *nodes);
    for (std::size_t i = 0; i < room; ++i) nodes[i] = i < found.size() ? found[i] : nullptr;
    if (!nodes || *count > found.size()) *count = found.size();
    return cudaSuccess;
}

cudaError_t list_edges(cudaGraph_t graph, cudaGraphNode_t* from, cudaGraphNode_t* to,
                       size_t* count) {
    if (!is_graph(graph) || !count || (from == nullptr) != (to == nullptr))
        return cudaErrorInvalidValue;
    std::vector<cudaGraphNode_t> begins, ends;
    for (const auto& node : graph->nodes)
        for (const std::size_t d : node->dependencies) {
            begins.push_back(graph->nodes[d].get());
            ends.push_back(node.get());
        }
    size_t room = *count;
    const cudaError_t error = list(begins, from, &room);
    return error == cudaSuccess ? list(ends, to, count) : error;
}

cudaError_t list_dependencies(cudaGraphNode_t node, cudaGraphNode_t* nodes, size_t* count) {
    if (!is_node(node)) return cudaErrorInvalidValue;
    std::vector<cudaGraphNode_t> found;
    for (const std::size_t d : node->dependencies) found.push_back(node->graph->nodes[d].get());
    return list(found, nodes, count);
}

cudaError_t list_dependents(cudaGraphNode_t node, cudaGraphNode_t* nodes, size_t* count) {
    if (!is_node(node)) return cudaErrorInvalidValue;
    std::vector<cudaGraphNode_t> found;
    for (const auto& other : node->graph->nodes)
        for (const std::size_t d : other->dependencies)
            if (d == node->number) found.push_back(other.get());
    return list(found, nodes, count);
}

// All edges here are ordinary ones, of which all data is 0.
void clear(cudaGraphEdgeData* edges, const size_t* count) {
    if (!edges || !count) return;
    race::check_host_target(edges, *count * sizeof *edges);
    for (std::size_t i = 0; i < *count; ++i) edges[i] = {};
}

const char* name_of(cudaGraphNodeType type) {
    constexpr const char* names[] = {"KERNEL", "MEMCPY", "MEMSET",     "HOST",
                                     "GRAPH",  "EMPTY",  "EVENT_WAIT", "EVENT_RECORD"};
    return names[type];
}

void draw(std::FILE* file, const CUgraph_st& graph) {
    std::fputs("digraph dot {\n", file);
    for (const auto& node : graph.nodes)
        std::fprintf(file, "node_%zu [label=\"%zu %s\"];\n", node->number, node->number,
                     name_of(node->type));
    for (const auto& node : graph.nodes)
        for (const std::size_t d : node->dependencies)
            std::fprintf(file, "node_%zu -> node_%zu;\n", d, node->number);
    std::fputs("}\n", file);
}

}  // namespace

cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t* nodes, size_t* count) {
    return call([&] {
        if (!is_graph(graph)) return cudaErrorInvalidValue;
        std::vector<cudaGraphNode_t> found;
        for (const auto& node : graph->nodes) found.push_back(node.get());
        return list(found, nodes, count);
    });
}

cudaError_t cudaGraphGetRootNodes(cudaGraph_t graph, cudaGraphNode_t* nodes, size_t* count) {
    return call([&] {
        if (!is_graph(graph)) return cudaErrorInvalidValue;
        std::vector<cudaGraphNode_t> found;
        for (const auto& node : graph->nodes)
            if (node->dependencies.empty()) found.push_back(node.get());
        return list(found, nodes, count);
    });
}

cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node, cudaGraphNodeType* type) {
    return call([&] {
        if (!is_node(node)) return cudaErrorInvalidValue;
        return put(type, node->type);
    });
}

cudaError_t cudaGraphNodeFindInClone(cudaGraphNode_t* node, cudaGraphNode_t original,
                                     cudaGraph_t clone) {
    return call([&] {
        if (!is_node(original) || !is_graph(clone) || original->number >= clone->nodes.size())
            return cudaErrorInvalidValue;
        return put(node, clone->nodes[original->number].get());
    });
}

cudaError_t cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t* from, cudaGraphNode_t* to,
                              size_t* count) {
    return call([&] { return list_edges(graph, from, to, count); });
}
cudaError_t cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t* from, cudaGraphNode_t* to,
                              cudaGraphEdgeData* edges, size_t* count) {
    return call([&] {
        const cudaError_t error = list_edges(graph, from, to, count);
        if (error == cudaSuccess) clear(edges, count);
        return error;
    });
}

cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t* nodes,
                                         size_t* count) {
    return call([&] { return list_dependencies(node, nodes, count); });
}
cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t* nodes,
                                         cudaGraphEdgeData* edges, size_t* count) {
    return call([&] {
        const cudaError_t error = list_dependencies(node, nodes, count);
        if (error == cudaSuccess) clear(edges, count);
        return error;
    });
}

cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t node, cudaGraphNode_t* nodes,
                                           size_t* count) {
    return call([&] { return list_dependents(node, nodes, count); });
}
cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t node, cudaGraphNode_t* nodes,
                                           cudaGraphEdgeData* edges, size_t* count) {
    return call([&] {
        const cudaError_t error = list_dependents(node, nodes, count);
        if (error == cudaSuccess) clear(edges, count);
        return error;
    });
}

// The nodes and edges, without what the flags ask for beyond them.
cudaError_t cudaGraphDebugDotPrint(cudaGraph_t graph, const char* path, unsigned int) {
    return call([&] {
        if (!is_graph(graph) || !path) return cudaErrorInvalidValue;
        const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path, "w"),
                                                                   std::fclose);
        if (!file) return cudaErrorOperatingSystem;
        draw(file.get(), *graph);
        return cudaSuccess;
    });
}
