#include "simulator/trace/post_dominators.hpp"

#include <algorithm>
#include <utility>

namespace cusim::trace {

namespace {

using Node = unsigned;
using Graph = std::vector<std::vector<Node>>;

Graph reversed(const Graph& graph) {
    Graph result(graph.size() + 1);
    for (Node from = 0; from < graph.size(); ++from)
        for (const Node to : graph[from]) result[to].push_back(from);
    return result;
}

// Nodes in depth-first postorder from `start`.
std::vector<Node> postorder(const Graph& graph, Node start) {
    std::vector<Node> order;
    std::vector<bool> seen(graph.size());
    std::vector<std::pair<Node, std::size_t>> walk{{start, 0}};
    seen[start] = true;
    while (!walk.empty()) {
        auto& [node, at] = walk.back();
        if (at == graph[node].size()) {
            order.push_back(node);
            walk.pop_back();
            continue;
        }
        const Node next = graph[node][at++];
        if (next >= graph.size() || seen[next]) continue;
        seen[next] = true;
        walk.emplace_back(next, 0);
    }
    return order;
}

// Adds edges until the exit can be reached from every node, as post_dominators.hpp says.
void complete(Graph& graph) {
    const Node exit = static_cast<Node>(graph.size());
    for (auto& successors : graph)
        if (successors.empty()) successors.push_back(exit);
    for (;;) {
        const std::vector<Node> reaching = postorder(reversed(graph), exit);
        if (reaching.size() > graph.size()) return;
        std::vector<bool> reaches(graph.size() + 1);
        for (const Node node : reaching) reaches[node] = true;
        const std::vector<Node> order = postorder(graph, 0);
        const auto farthest =
            std::find_if(order.begin(), order.end(), [&](Node node) { return !reaches[node]; });
        if (farthest == order.end()) return;
        graph[*farthest].push_back(exit);
    }
}

}  // namespace

std::vector<unsigned> post_dominators(Graph successors) {
    complete(successors);
    const Node exit = static_cast<Node>(successors.size());
    const std::vector<Node> order = postorder(reversed(successors), exit);  // the exit comes last
    std::vector<unsigned> rank(exit + 1);
    for (unsigned i = 0; i < order.size(); ++i) rank[order[i]] = i;

    const Node unknown = exit + 1;
    std::vector<Node> above(exit + 1, unknown);
    above[exit] = exit;
    const auto meet = [&](Node a, Node b) {
        while (a != b) {
            while (rank[a] < rank[b]) a = above[a];
            while (rank[b] < rank[a]) b = above[b];
        }
        return a;
    };
    for (bool changed = true; changed;) {
        changed = false;
        for (auto node = order.rbegin() + 1; node != order.rend(); ++node) {
            Node common = unknown;
            for (const Node next : successors[*node])
                if (above[next] != unknown) common = common == unknown ? next : meet(next, common);
            changed |= std::exchange(above[*node], common) != common;
        }
    }
    above.pop_back();
    return above;
}

}  // namespace cusim::trace
