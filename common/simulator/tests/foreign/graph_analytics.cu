// Graph kernels of the other kind: PageRank in push and pull, a maximal independent set with
// priorities, triangle counting by intersection, each templated on its data type.
#include <cstdio>
#include <cmath>
#include <vector>
#include <algorithm>
#include <set>

typedef unsigned char stattype;
static const stattype undecided = 0, in = 1, out = 2;

template <typename data_t>
static __global__ void pull_rank(const int *__restrict__ nindex, const int *__restrict__ nlist, const int *__restrict__ degree,
                                 const data_t *__restrict__ old_rank, data_t *__restrict__ new_rank, const int numv, data_t damping) {
    int idx = threadIdx.x + blockIdx.x * blockDim.x;
    if (idx < numv) {
        data_t sum = 0;
        const int beg = nindex[idx], end = nindex[idx + 1];
        for (int j = beg; j < end; j++) {
            int nei = __ldg(&nlist[j]);
            sum += old_rank[nei] / degree[nei];
        }
        new_rank[idx] = (data_t(1) - damping) / numv + damping * sum;
    }
}

template <typename data_t>
static __global__ void push_rank(const int *nindex, const int *nlist, const int *degree, const data_t *old_rank, data_t *acc, const int numv) {
    // One block a vertex, cyclically: the threads share its list.
    for (int v = blockIdx.x; v < numv; v += gridDim.x) {
        __shared__ data_t share;
        __syncthreads();
        if (threadIdx.x == 0) share = old_rank[v] / degree[v];
        __syncthreads();
        for (int j = nindex[v] + threadIdx.x; j < nindex[v + 1]; j += blockDim.x) atomicAdd(&acc[nlist[j]], share);
    }
}

static __device__ unsigned int hash(unsigned int val) {
    val = ((val >> 16) ^ val) * 0x45d9f3b;
    val = ((val >> 16) ^ val) * 0x45d9f3b;
    return (val >> 16) ^ val;
}

static __global__ void mis(const int *const nidx, const int *const nlist, volatile stattype *const status, const int nodes) {
    const int from = threadIdx.x + blockIdx.x * blockDim.x, incr = gridDim.x * blockDim.x;
    bool missing;
    do {
        missing = false;
        for (int v = from; v < nodes; v += incr) {
            if (status[v] != undecided) continue;
            int i = nidx[v];
            const unsigned mine = hash(v);
            bool best = true;
            for (; i < nidx[v + 1] && best; i++) {
                const int u = nlist[i];
                const unsigned theirs = hash(u);
                if (status[u] == out) continue;
                if (status[u] == in || theirs > mine || (theirs == mine && u > v)) best = status[u] != in && status[u] == out;
            }
            if (best) {
                for (int k = nidx[v]; k < nidx[v + 1]; k++) status[nlist[k]] = out;
                status[v] = in;
            } else {
                missing = true;
            }
        }
    } while (missing);
}

static __device__ int common(const int *a, int na, const int *b, int nb) {
    int i = 0, j = 0, found = 0;
    while (i < na && j < nb) {
        const int d = a[i] - b[j];
        if (d == 0) found++;
        i += d <= 0;
        j += d >= 0;
    }
    return found;
}

template <class counter_t>
__global__ void triangles(const int *nidx, const int *nlist, int nodes, counter_t *total) {
    counter_t local = 0;
    for (int v = blockIdx.x * blockDim.x + threadIdx.x; v < nodes; v += gridDim.x * blockDim.x)
        for (int e = nidx[v]; e < nidx[v + 1]; e++) {
            const int u = nlist[e];
            if (u > v) local += common(&nlist[nidx[v]], nidx[v + 1] - nidx[v], &nlist[nidx[u]], nidx[u + 1] - nidx[u]);
        }
    for (int d = 16; d; d >>= 1) local += __shfl_down_sync(~0u, local, d);
    if ((threadIdx.x & 31) == 0) atomicAdd(total, local);
}

int main() {
    const int n = 200;
    std::vector<std::set<int>> adj(n);
    unsigned s = 99;
    for (int k = 0; k < 900; k++) {
        s ^= s << 13, s ^= s >> 17, s ^= s << 5;
        const int a = s % n, b = (s >> 9) % n;
        if (a != b) adj[a].insert(b), adj[b].insert(a);
    }
    for (int v = 0; v < n; v++) adj[v].insert((v + 1) % n), adj[(v + 1) % n].insert(v);
    std::vector<int> idx{0}, list, deg;
    for (auto &a : adj) {
        list.insert(list.end(), a.begin(), a.end());
        idx.push_back(list.size());
        deg.push_back(a.size());
    }
    int *d_idx, *d_list, *d_deg;
    cudaMalloc(&d_idx, 4 * idx.size()), cudaMalloc(&d_list, 4 * list.size()), cudaMalloc(&d_deg, 4 * n);
    cudaMemcpy(d_idx, idx.data(), 4 * idx.size(), cudaMemcpyHostToDevice);
    cudaMemcpy(d_list, list.data(), 4 * list.size(), cudaMemcpyHostToDevice);
    cudaMemcpy(d_deg, deg.data(), 4 * n, cudaMemcpyHostToDevice);

    std::vector<double> r(n, 1.0 / n), r2(n), got(n);
    double *a, *b;
    cudaMalloc(&a, 8 * n), cudaMalloc(&b, 8 * n);
    cudaMemcpy(a, r.data(), 8 * n, cudaMemcpyHostToDevice);
    for (int it = 0; it < 5; it++) {
        pull_rank<double><<<(n + 31) / 32, 32>>>(d_idx, d_list, d_deg, a, b, n, 0.85);
        std::swap(a, b);
        for (int v = 0; v < n; v++) {
            r2[v] = 0.15 / n;
            for (int u : adj[v]) r2[v] += 0.85 * r[u] / deg[u];
        }
        r = r2;
    }
    cudaMemcpy(got.data(), a, 8 * n, cudaMemcpyDeviceToHost);
    double worst = 0;
    for (int v = 0; v < n; v++) worst = std::max(worst, std::fabs(got[v] - r[v]));
    cudaMemset(b, 0, 8 * n);
    push_rank<<<7, 16>>>(d_idx, d_list, d_deg, a, b, n);
    cudaMemcpy(got.data(), b, 8 * n, cudaMemcpyDeviceToHost);
    for (int v = 0; v < n; v++) {
        double sum = 0;
        for (int u : adj[v]) sum += r[u] / deg[u];
        worst = std::max(worst, std::fabs(got[v] - sum));
    }

    stattype *d_stat;
    cudaMalloc(&d_stat, n);
    cudaMemset(d_stat, 0, n);
    mis<<<2, 32>>>(d_idx, d_list, d_stat, n);
    std::vector<stattype> stat(n);
    cudaMemcpy(stat.data(), d_stat, n, cudaMemcpyDeviceToHost);
    bool ok = worst < 1e-12;
    for (int v = 0; v < n; v++) {
        bool neighbour = false;
        for (int u : adj[v]) neighbour |= stat[u] == in;
        ok &= stat[v] == (neighbour ? out : in);
    }

    unsigned long long *d_total, total, expected = 0;
    cudaMalloc(&d_total, 8);
    cudaMemset(d_total, 0, 8);
    triangles<<<3, 64>>>(d_idx, d_list, n, d_total);
    cudaMemcpy(&total, d_total, 8, cudaMemcpyDeviceToHost);
    for (int v = 0; v < n; v++)
        for (int u : adj[v])
            for (int w : adj[v]) expected += u > v && adj[u].count(w);
    ok &= total == expected;
    cudaFree(d_idx), cudaFree(d_list), cudaFree(d_deg), cudaFree(a), cudaFree(b), cudaFree(d_stat), cudaFree(d_total);
    puts(ok ? "OK" : "FAILED");
    return !ok;
}
