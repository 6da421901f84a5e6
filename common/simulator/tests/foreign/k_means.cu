// Clustering: labels by nearest centre, sums by shared atomics per block, empty clusters kept, until
// nothing moves; k nearest neighbours beside it.
#include <cfloat>
#include <cstdio>
#include <vector>

constexpr int K = 4, DIMS = 2;

__global__ void assign(const float *points, int n, const float *centres, int *labels, int *changed) {
    __shared__ float c[K * DIMS];
    if (threadIdx.x < K * DIMS) c[threadIdx.x] = centres[threadIdx.x];
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int moved = 0;
    if (i < n) {
        float best = FLT_MAX;
        int label = -1;
        for (int k = 0; k < K; k++) {
            float dx = points[DIMS * i] - c[DIMS * k], dy = points[DIMS * i + 1] - c[DIMS * k + 1], d = dx * dx + dy * dy;
            if (d < best) best = d, label = k;
        }
        moved = labels[i] != label;
        labels[i] = label;
    }
    moved = __syncthreads_count(moved);
    if (threadIdx.x == 0 && moved) atomicAdd(changed, moved);
}
__global__ void accumulate(const float *points, int n, const int *labels, float *sums, int *counts) {
    __shared__ float local[K][DIMS];
    __shared__ int count[K];
    for (int t = threadIdx.x; t < K; t += blockDim.x) count[t] = 0, local[t][0] = local[t][1] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        const int k = labels[i];
        atomicAdd(&local[k][0], points[DIMS * i]);
        atomicAdd(&local[k][1], points[DIMS * i + 1]);
        atomicAdd(&count[k], 1);
    }
    __syncthreads();
    if (threadIdx.x < K) {
        for (int d = 0; d < DIMS; d++) atomicAdd(&sums[threadIdx.x * DIMS + d], local[threadIdx.x][d]);
        atomicAdd(&counts[threadIdx.x], count[threadIdx.x]);
    }
}
__global__ void update(float *centres, float *sums, int *counts) {
    const int k = threadIdx.x;
    if (counts[k])
        for (int d = 0; d < DIMS; d++) centres[k * DIMS + d] = sums[k * DIMS + d] / counts[k];
    counts[k] = 0;
    sums[k * DIMS] = sums[k * DIMS + 1] = 0;
}
template <int NEIGHBOURS>
__global__ void nearest(const float *points, int n, int *out) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float best[NEIGHBOURS];
    int who[NEIGHBOURS];
#pragma unroll
    for (int k = 0; k < NEIGHBOURS; k++) best[k] = FLT_MAX, who[k] = -1;
    for (int j = 0; j < n; j++) {
        if (j == i) continue;
        const float dx = points[2 * i] - points[2 * j], dy = points[2 * i + 1] - points[2 * j + 1];
        float d = dx * dx + dy * dy;
        int w = j;
        for (int k = 0; k < NEIGHBOURS; k++)
            if (d < best[k]) {
                const float td = best[k];
                const int tw = who[k];
                best[k] = d, who[k] = w;
                d = td, w = tw;
            }
    }
    for (int k = 0; k < NEIGHBOURS; k++) out[i * NEIGHBOURS + k] = who[k];
}

int main() {
    const int n = 240;
    std::vector<float> points(n * DIMS), centres(K * DIMS);
    for (int i = 0; i < n; i++) points[2 * i] = 10.0f * (i % 2) + (i * 7 % 13) * 0.1f, points[2 * i + 1] = 10.0f * (i / 2 % 2) + (i * 5 % 11) * 0.1f;
    for (int k = 0; k < K; k++) centres[2 * k] = points[2 * k], centres[2 * k + 1] = points[2 * k + 1];
    float *p, *c, *s;
    int *l, *m, *changed, moved = 1, rounds = 0, *nn;
    cudaMalloc(&p, n * 8), cudaMalloc(&c, K * 8), cudaMalloc(&s, K * 8), cudaMalloc(&l, n * 4), cudaMalloc(&m, K * 4), cudaMalloc(&changed, 4), cudaMalloc(&nn, n * 12);
    cudaMemcpy(p, points.data(), n * 8, cudaMemcpyHostToDevice), cudaMemcpy(c, centres.data(), K * 8, cudaMemcpyHostToDevice);
    cudaMemset(l, 0xff, n * 4), cudaMemset(s, 0, K * 8), cudaMemset(m, 0, K * 4);
    for (; moved && rounds < 20; rounds++) {
        cudaMemset(changed, 0, 4);
        assign<<<(n + 63) / 64, 64>>>(p, n, c, l, changed);
        accumulate<<<2, 64>>>(p, n, l, s, m);
        update<<<1, K>>>(c, s, m);
        cudaMemcpy(&moved, changed, 4, cudaMemcpyDeviceToHost);
    }
    nearest<3><<<(n + 31) / 32, 32>>>(p, n, nn);
    std::vector<int> labels(n), neighbours(3 * n);
    cudaMemcpy(labels.data(), l, n * 4, cudaMemcpyDeviceToHost);
    cudaMemcpy(neighbours.data(), nn, n * 12, cudaMemcpyDeviceToHost);
    bool ok = rounds < 20;
    for (int i = 0; i < n; i++) {
        ok = ok && labels[i] == labels[i % 4];
        for (int k = 0; k < 3; k++) ok = ok && labels[neighbours[3 * i + k]] == labels[i];
    }
    cudaFree(p), cudaFree(c), cudaFree(s), cudaFree(l), cudaFree(m), cudaFree(changed), cudaFree(nn);
    std::printf("%d rounds\n%s\n", rounds, ok ? "OK" : "FAILED");
    return !ok;
}
