// Irregular graph kernels over compressed rows, one after the other: BFS with a frontier in a
// worklist, connected components by hooking, SSSP by relaxation with atomicMin, level by level.
#include <cuda_runtime.h>

#include <cstdio>
#include <climits>
#include <queue>
#include <vector>

struct Graph {
    int nodes, edges;
    int *row, *col, *weight;
};

__global__ void bfs_topdown(Graph g, int *dist, const int *frontier, int count, int *next, int *next_count, int level) {
    for (int t = blockIdx.x * blockDim.x + threadIdx.x; t < count; t += gridDim.x * blockDim.x) {
        const int v = frontier[t];
        for (int e = g.row[v]; e < g.row[v + 1]; e++) {
            const int u = g.col[e];
            if (atomicCAS(&dist[u], INT_MAX, level) == INT_MAX) next[atomicAdd(next_count, 1)] = u;
        }
    }
}

// Pull: every unvisited vertex looks for a parent of the last level.
__global__ void bfs_bottomup(Graph g, const int *dist_old, int *dist_new, int level, bool *changed) {
    const int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v >= g.nodes) return;
    int d = dist_old[v];
    if (d == INT_MAX) {
        for (int e = g.row[v]; e < g.row[v + 1]; e++)
            if (dist_old[g.col[e]] == level - 1) {
                d = level;
                atomicExch((int *)changed, 1);
                break;
            }
    }
    dist_new[v] = d;
}

__device__ int representative(const int v, int *label) {
    int cur = atomicAdd(&label[v], 0);
    if (cur != v) {
        int prev = v, next;
        while (cur > (next = atomicAdd(&label[cur], 0))) {
            atomicExch(&label[prev], next);
            prev = cur;
            cur = next;
        }
    }
    return cur;
}

__global__ void cc_init(Graph g, int *label) {
    const int v = threadIdx.x + blockIdx.x * blockDim.x;
    if (v < g.nodes) label[v] = v;
}

__global__ void cc_hook(Graph g, int *label) {
    const int v = threadIdx.x + blockIdx.x * blockDim.x;
    if (v >= g.nodes) return;
    int vrep = representative(v, label);
    for (int e = g.row[v]; e < g.row[v + 1]; e++) {
        const int u = g.col[e];
        if (v <= u) continue;
        int urep = representative(u, label);
        bool repeat;
        do {
            repeat = false;
            if (vrep != urep) {
                int ret;
                if (vrep < urep) {
                    if ((ret = atomicCAS(&label[urep], urep, vrep)) != urep) urep = ret, repeat = true;
                } else {
                    if ((ret = atomicCAS(&label[vrep], vrep, urep)) != vrep) vrep = ret, repeat = true;
                }
            }
        } while (repeat);
    }
}

__global__ void cc_flatten(Graph g, int *label) {
    const int v = threadIdx.x + blockIdx.x * blockDim.x;
    if (v >= g.nodes) return;
    int next, cur = atomicAdd(&label[v], 0);
    while (cur > (next = atomicAdd(&label[cur], 0))) cur = next;
    atomicExch(&label[v], cur);
}

// Push with a warp for a vertex: lanes share the edges.
__global__ void sssp_relax(Graph g, int *dist, const bool *active, int *next_active, int *again) {
    const int warp = (threadIdx.x + blockIdx.x * blockDim.x) / 32, lane = threadIdx.x % 32;
    if (warp >= g.nodes || !active[warp]) return;
    const int base = atomicAdd(&dist[warp], 0);
    for (int e = g.row[warp] + lane; e < g.row[warp + 1]; e += warpSize) {
        const int d = base + g.weight[e];
        if (d < atomicMin(&dist[g.col[e]], d)) {
            atomicExch(&next_active[g.col[e]], 1);
            atomicExch(again, 1);
        }
    }
}

__global__ void take_over(int n, bool *active, int *next_active) {
    const int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n) active[i] = next_active[i], next_active[i] = 0;
}

template <class T>
T *upload(const std::vector<T> &v) {
    T *d;
    cudaMalloc(&d, v.size() * sizeof(T));
    cudaMemcpy(d, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice);
    return d;
}
template <class T>
std::vector<T> download(const T *d, int n) {
    std::vector<T> v(n);
    cudaMemcpy(v.data(), d, n * sizeof(T), cudaMemcpyDeviceToHost);
    return v;
}

int main() {
    const int n = 300, tpb = 64, blocks = (n + tpb - 1) / tpb;
    std::vector<std::vector<int>> adj(n);
    unsigned seed = 7;
    for (int k = 0; k < 2 * n; k++) {
        seed = seed * 1664525u + 1013904223u;
        const int a = (seed >> 8) % n, b = (a + (seed >> 20) % 40) % n;
        if (a == b || (a < n / 5) != (b < n / 5)) continue;  // two parts at least
        adj[a].push_back(b);
        adj[b].push_back(a);
    }
    std::vector<int> row(1, 0), col, weight;
    for (int v = 0; v < n; v++) {
        for (int u : adj[v]) col.push_back(u), weight.push_back(1 + (u + v) % 9);
        row.push_back((int)col.size());
    }
    Graph g{n, (int)col.size(), upload(row), upload(col), upload(weight)};

    std::vector<int> ref(n, INT_MAX), wref(n, INT_MAX), cref(n, -1);
    std::queue<int> q;
    ref[0] = 0;
    for (q.push(0); !q.empty(); q.pop())
        for (int u : adj[q.front()])
            if (ref[u] == INT_MAX) ref[u] = ref[q.front()] + 1, q.push(u);
    wref[0] = 0;
    for (bool again = true; again;) {
        again = false;
        for (int v = 0; v < n; v++)
            for (int e = row[v]; wref[v] != INT_MAX && e < row[v + 1]; e++)
                if (wref[v] + weight[e] < wref[col[e]]) wref[col[e]] = wref[v] + weight[e], again = true;
    }
    for (int v = 0; v < n; v++)
        if (cref[v] < 0) {
            cref[v] = v;
            for (q.push(v); !q.empty(); q.pop())
                for (int u : adj[q.front()])
                    if (cref[u] < 0) cref[u] = v, q.push(u);
        }

    bool ok = true;
    std::vector<int> init(n, INT_MAX);
    init[0] = 0;
    int *dist = upload(init), *front, *next, *count, zero = 0, size = 1;
    cudaMalloc(&front, n * sizeof(int));
    cudaMalloc(&next, n * sizeof(int));
    cudaMalloc(&count, sizeof(int));
    cudaMemset(front, 0, sizeof(int));
    for (int level = 1; size > 0; level++) {
        cudaMemcpy(count, &zero, sizeof(int), cudaMemcpyHostToDevice);
        bfs_topdown<<<2, tpb>>>(g, dist, front, size, next, count, level);
        cudaMemcpy(&size, count, sizeof(int), cudaMemcpyDeviceToHost);
        std::swap(front, next);
    }
    ok &= download(dist, n) == ref;

    int *da = upload(init), *db = upload(init);
    for (int level = 1, changed = 1; changed; level++) {
        cudaMemset(count, 0, sizeof(int));
        bfs_bottomup<<<blocks, tpb>>>(g, da, db, level, (bool *)count);
        cudaMemcpy(&changed, count, sizeof(int), cudaMemcpyDeviceToHost);
        std::swap(da, db);
    }
    ok &= download(da, n) == ref;

    cc_init<<<blocks, tpb>>>(g, next);
    cc_hook<<<blocks, tpb>>>(g, next);
    cc_flatten<<<blocks, tpb>>>(g, next);
    ok &= download(next, n) == cref;

    bool *active;
    int *next_active = upload(std::vector<int>(n, 0)), again = 1;
    cudaMalloc(&active, n);
    cudaMemset(active, 0, n);
    cudaMemset(active, 1, 1);
    cudaMemcpy(dist, init.data(), n * sizeof(int), cudaMemcpyHostToDevice);
    while (again) {
        cudaMemset(count, 0, sizeof(int));
        sssp_relax<<<(n * 32 + 127) / 128, 128>>>(g, dist, active, next_active, count);
        take_over<<<blocks, tpb>>>(n, active, next_active);
        cudaMemcpy(&again, count, sizeof(int), cudaMemcpyDeviceToHost);
    }
    ok &= download(dist, n) == wref;
    for (void *p : {(void *)g.row, (void *)g.col, (void *)g.weight, (void *)dist, (void *)front, (void *)next,
                    (void *)count, (void *)da, (void *)db, (void *)active, (void *)next_active})
        cudaFree(p);
    std::puts(ok && cudaGetLastError() == cudaSuccess ? "OK" : "FAILED");
    return !ok;
}
