#include "simulator/api/streams/graph.hpp"

#include <algorithm>
#include <set>

#include "simulator/api/calls/failing.hpp"
#include "simulator/api/calls/handles.hpp"
#include "simulator/api/calls/status.hpp"
#include "simulator/api/calls/stream.hpp"

namespace {

constexpr std::size_t no_lane = ~std::size_t{0};

}  // namespace

// An executable graph: the nodes in an order in which they can run. Nodes in a chain share a
// stream.
struct CUgraphExec_st {
    // A node's stream, and the event that marks its end.
    struct Step {
        std::size_t node;
        std::size_t lane;
        cudaEvent_t done;
    };

    CUgraph_st graph;
    std::vector<Step> steps;
    std::vector<std::size_t> step_of;  // by node
    std::vector<cudaStream_t> lanes;
    std::vector<bool> followed;    // by node
    std::vector<bool> disabled;    // by node
    unsigned long long flags = 0;  // with which it was made
    cudaStream_t turns = nullptr;  // orders the graph's launches, in whatever streams they are
    cudaEvent_t begin = nullptr;
};

CUgraphNode_st& CUgraph_st::add(cudaGraphNodeType type, GraphWork work,
                                std::vector<std::size_t> dependencies) {
    nodes.push_back(std::make_unique<CUgraphNode_st>(
        CUgraphNode_st{this, nodes.size(), type, std::move(work), std::move(dependencies)}));
    return *nodes.back();
}

bool CUgraph_st::reaches(std::size_t node, std::size_t earlier) const {
    std::vector<bool> seen(nodes.size());
    std::vector<std::size_t> left{node};
    while (!left.empty()) {
        const std::size_t at = left.back();
        left.pop_back();
        if (at == earlier) return true;
        if (seen[at]) continue;
        seen[at] = true;
        for (const std::size_t next : nodes[at]->dependencies) left.push_back(next);
    }
    return false;
}

namespace cusim::api {

namespace {

std::set<cudaGraph_t>& graphs() {
    static auto& live = *new std::set<cudaGraph_t>;
    return live;
}

std::set<cudaGraphExec_t>& execs() {
    static auto& live = *new std::set<cudaGraphExec_t>;
    return live;
}

void copy_nodes(CUgraph_st& to, const CUgraph_st& from) {
    to.nodes.clear();
    for (const auto& node : from.nodes) {
        CUgraphNode_st& made = to.add(node->type, node->work, node->dependencies);
        if (node->child) made.child = child_like(*node->child);
    }
}

// Orders each node after those that it depends on; of several candidates, the one added first. The
// result is shorter than the graph if the graph has a cycle.
std::vector<std::size_t> run_order(const CUgraph_st& graph) {
    std::vector<std::size_t> order;
    std::vector<bool> done(graph.nodes.size());
    const auto is_ready = [&](const CUgraphNode_st& node) {
        for (const std::size_t d : node.dependencies)
            if (!done[d]) return false;
        return !done[node.number];
    };
    for (bool found = true; found;) {
        found = false;
        for (const auto& node : graph.nodes) {
            if (!is_ready(*node)) continue;
            order.push_back(node->number);
            done[node->number] = found = true;
        }
    }
    return order;
}

void add_step(CUgraphExec_st& exec, std::size_t number, std::vector<bool>& lane_is_taken) {
    CUgraphExec_st::Step step{number, no_lane, nullptr};
    for (const std::size_t d : exec.graph.nodes[number]->dependencies) {
        exec.followed[d] = true;
        if (step.lane != no_lane || lane_is_taken[d]) continue;
        step.lane = exec.steps[exec.step_of[d]].lane;
        lane_is_taken[d] = true;
    }
    if (step.lane == no_lane) {
        step.lane = exec.lanes.size();
        exec.lanes.emplace_back();
        exec.lanes.back() = new_stream(cudaStreamNonBlocking, 0);
    }
    step.done = new_event(cudaEventDefault);
    exec.step_of[number] = exec.steps.size();
    exec.steps.push_back(step);
}

cudaError_t run_step(const CUgraphExec_st& exec, const CUgraphExec_st::Step& step) {
    const CUgraphNode_st& node = *exec.graph.nodes[step.node];
    const cudaStream_t lane = exec.lanes[step.lane];
    if (node.dependencies.empty()) cudaStreamWaitEvent(lane, exec.begin, 0);
    for (const std::size_t d : node.dependencies)
        cudaStreamWaitEvent(lane, exec.steps[exec.step_of[d]].done, 0);
    const bool is_to_run = node.work && !exec.disabled[step.node];
    const cudaError_t error = is_to_run ? node.work(lane) : cudaSuccess;
    cudaEventRecord(step.done, lane);
    return error;
}

void destroy(CUgraphExec_st* exec) {
    for (const auto& step : exec->steps) cudaEventDestroy(step.done);
    for (const cudaStream_t lane : exec->lanes) cudaStreamDestroy(lane);
    cudaStreamDestroy(exec->turns);
    cudaEventDestroy(exec->begin);
    delete exec;
}

// Returns nullptr if the graph has a cycle.
CUgraphExec_st* instantiate(const CUgraph_st& graph);

// A graph within a graph is an executable graph of the outer one's own.
GraphWork work_of_child(const CUgraph_st& child) {
    const std::shared_ptr<CUgraphExec_st> exec(instantiate(child), destroy);
    return [exec](cudaStream_t stream) { return replay(exec.get(), stream); };
}

void take_nodes(CUgraphExec_st& exec, const CUgraph_st& from) {
    copy_nodes(exec.graph, from);
    for (const auto& node : exec.graph.nodes)
        if (node->child) node->work = work_of_child(*node->child);
}

bool has_cycle(const CUgraph_st& graph) {
    return run_order(graph).size() != graph.nodes.size() ||
           std::ranges::any_of(graph.nodes, [](const auto& node) {
               return node->child && has_cycle(*node->child);
           });
}

CUgraphExec_st* instantiate(const CUgraph_st& graph) {
    if (has_cycle(graph)) return nullptr;
    const std::vector<std::size_t> order = run_order(graph);
    CUgraphExec_st& made = *new CUgraphExec_st;
    take_nodes(made, graph);
    made.step_of.resize(order.size());
    made.followed.resize(order.size());
    made.disabled.resize(order.size());
    std::vector<bool> lane_is_taken(order.size());
    for (const std::size_t number : order) add_step(made, number, lane_is_taken);
    made.turns = new_stream(cudaStreamNonBlocking, 0);
    made.begin = new_event(cudaEventDefault);
    return &made;
}

cudaError_t instantiate(cudaGraphExec_t* exec, cudaGraph_t graph, unsigned long long flags,
                        const void* pc) {
    if (!exec || !is_graph(graph)) return cudaErrorInvalidValue;
    CUgraphExec_st* const made = instantiate(*graph);
    if (!made) return cudaErrorInvalidValue;
    made->flags = flags;
    execs().insert(made);
    handle_made(handle_of(made), HandleKind::executable_graph, pc);
    return put(exec, made);
}

}  // namespace

bool same_shape(const CUgraph_st& a, const CUgraph_st& b) {
    return std::ranges::equal(a.nodes, b.nodes, [](const auto& one, const auto& other) {
        return one->type == other->type && one->dependencies == other->dependencies &&
               (!one->child || same_shape(*one->child, *other->child));
    });
}

cudaGraph_t new_graph() {
    return *graphs().insert(new CUgraph_st).first;
}

cudaGraph_t given(cudaGraph_t graph, const void* pc) {
    handle_made(handle_of(graph), HandleKind::graph, pc);
    return graph;
}

bool is_graph(cudaGraph_t graph) {
    handle_used(handle_of(graph));
    return graphs().contains(graph);
}

std::shared_ptr<CUgraph_st> child_like(const CUgraph_st& graph) {
    const auto end = [](CUgraph_st* child) {
        graphs().erase(child);
        delete child;
    };
    std::shared_ptr<CUgraph_st> child(new_graph(), end);
    child->is_child = true;
    copy_nodes(*child, graph);
    return child;
}

void set_child(CUgraphNode_st& node, const CUgraph_st& graph) {
    node.child = child_like(graph);
    node.work = work_of_child(*node.child);
}

bool is_node(cudaGraphNode_t node) {
    const auto holds = [node](const CUgraph_st* graph) {
        return std::ranges::any_of(graph->nodes, [&](const auto& n) { return n.get() == node; });
    };
    return std::ranges::any_of(graphs(), holds);
}

bool is_exec(cudaGraphExec_t exec) {
    handle_used(handle_of(exec));
    return execs().contains(exec);
}

CUgraphNode_st* node_of(cudaGraphExec_t exec, cudaGraphNode_t node) {
    if (!is_exec(exec) || !is_node(node) || node->graph->is_child ||
        node->number >= exec->graph.nodes.size())
        return nullptr;
    return exec->graph.nodes[node->number].get();
}

cudaError_t replay(cudaGraphExec_t exec, cudaStream_t stream) {
    const Unfailing own_calls;
    cudaEventRecord(exec->begin, stream);
    cudaStreamWaitEvent(exec->turns, exec->begin, 0);
    cudaEventRecord(exec->begin, exec->turns);
    cudaError_t result = cudaSuccess;
    for (const auto& step : exec->steps) {
        const cudaError_t error = run_step(*exec, step);
        if (result == cudaSuccess) result = error;
    }
    for (const auto& step : exec->steps)
        if (!exec->followed[step.node]) cudaStreamWaitEvent(exec->turns, step.done, 0);
    cudaEventRecord(exec->begin, exec->turns);
    cudaStreamWaitEvent(stream, exec->begin, 0);
    return result;
}

}  // namespace cusim::api

using namespace cusim;
using namespace cusim::api;

cudaError_t cudaGraphCreate(cudaGraph_t* graph, unsigned int flags) {
    const void* const pc = __builtin_return_address(0);
    return call([&] {
        if (!graph || flags != 0) return cudaErrorInvalidValue;
        return put(graph, given(new_graph(), pc));
    });
}

cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
    return call_to_free([&] {
        if (!is_graph(graph) || graph->is_child) return cudaErrorInvalidValue;
        graphs().erase(graph);
        handle_ended(handle_of(graph));
        delete graph;
        return cudaSuccess;
    });
}

cudaError_t cudaGraphClone(cudaGraph_t* clone, cudaGraph_t original) {
    const void* const pc = __builtin_return_address(0);
    return call([&] {
        if (!clone || !is_graph(original)) return cudaErrorInvalidValue;
        const cudaGraph_t made = given(new_graph(), pc);
        copy_nodes(*made, *original);
        return put(clone, made);
    });
}

cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t* exec, cudaGraph_t graph,
                                          unsigned long long flags) {
    const void* const pc = __builtin_return_address(0);
    return call([&] { return instantiate(exec, graph, flags, pc); });
}

cudaError_t cudaGraphInstantiateWithParams(cudaGraphExec_t* exec, cudaGraph_t graph,
                                           cudaGraphInstantiateParams* parameters) {
    const void* const pc = __builtin_return_address(0);
    return call([&] {
        if (!parameters) return cudaErrorInvalidValue;
        const cudaError_t error = instantiate(exec, graph, parameters->flags, pc);
        cudaGraphInstantiateParams told = *parameters;
        told.errNode_out = nullptr;
        told.result_out =
            error == cudaSuccess ? cudaGraphInstantiateSuccess : cudaGraphInstantiateError;
        put(parameters, told);
        return error;
    });
}

cudaError_t cudaGraphExecGetFlags(cudaGraphExec_t exec, unsigned long long* flags) {
    return call([&] { return is_exec(exec) ? put(flags, exec->flags) : cudaErrorInvalidValue; });
}

cudaError_t cudaGraphExecDestroy(cudaGraphExec_t exec) {
    return call_to_free([&] {
        if (execs().erase(exec) == 0) return cudaErrorInvalidValue;
        handle_ended(handle_of(exec));
        destroy(exec);
        return cudaSuccess;
    });
}

// Only of kernels, copies and fills, as in CUDA.
cudaError_t cudaGraphNodeSetEnabled(cudaGraphExec_t exec, cudaGraphNode_t node,
                                    unsigned int enabled) {
    return call([&] {
        const CUgraphNode_st* const found = node_of(exec, node);
        if (!found || found->type > cudaGraphNodeTypeMemset) return cudaErrorInvalidValue;
        exec->disabled[found->number] = enabled == 0;
        return cudaSuccess;
    });
}

cudaError_t cudaGraphNodeGetEnabled(cudaGraphExec_t exec, cudaGraphNode_t node,
                                    unsigned int* enabled) {
    return call([&] {
        const CUgraphNode_st* const found = node_of(exec, node);
        if (!found || found->type > cudaGraphNodeTypeMemset) return cudaErrorInvalidValue;
        return put(enabled, exec->disabled[found->number] ? 0 : 1);
    });
}

cudaError_t cudaGraphUpload(cudaGraphExec_t exec, cudaStream_t) {
    return call([&] { return is_exec(exec) ? cudaSuccess : cudaErrorInvalidValue; });
}

cudaError_t cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph,
                                cudaGraphExecUpdateResultInfo* result) {
    return call([&] {
        if (!is_exec(exec) || !is_graph(graph)) return cudaErrorInvalidValue;
        const bool fits = same_shape(exec->graph, *graph);
        put_if_asked(
            result, cudaGraphExecUpdateResultInfo{
                        fits ? cudaGraphExecUpdateSuccess : cudaGraphExecUpdateErrorTopologyChanged,
                        nullptr, nullptr});
        if (!fits) return cudaErrorGraphExecUpdateFailure;
        take_nodes(*exec, *graph);
        return cudaSuccess;
    });
}
