// Particles hashed into cells: float3 operators as every sample's helper header has them, structures of
// arrays and arrays of structures, cell starts found by comparing neighbours, forces by cells.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numeric>
#include <vector>

inline __host__ __device__ float3 operator+(float3 a, float3 b) { return make_float3(a.x + b.x, a.y + b.y, a.z + b.z); }
inline __host__ __device__ float3 operator-(float3 a, float3 b) { return make_float3(a.x - b.x, a.y - b.y, a.z - b.z); }
inline __host__ __device__ float3 operator*(float s, float3 a) { return make_float3(s * a.x, s * a.y, s * a.z); }
inline __host__ __device__ void operator+=(float3 &a, float3 b) { a.x += b.x, a.y += b.y, a.z += b.z; }
inline __host__ __device__ float dot(float3 a, float3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
inline __host__ __device__ int3 operator+(int3 a, int3 b) { return make_int3(a.x + b.x, a.y + b.y, a.z + b.z); }

struct SimParams {
    int3 grid;
    float cell, radius;
};
__constant__ SimParams params;
struct __align__(16) Particle {
    float3 position;
    unsigned id;
};

__host__ __device__ inline unsigned hash_of(int3 c, int3 grid) { return (c.z * grid.y + c.y) * grid.x + c.x; }
__device__ int3 cell_of(float3 p) {
    return make_int3(min(max((int)floorf(p.x / params.cell), 0), params.grid.x - 1), min(max((int)floorf(p.y / params.cell), 0), params.grid.y - 1),
                     min(max((int)floorf(p.z / params.cell), 0), params.grid.z - 1));
}
__global__ void calc_hash(unsigned *hash, const Particle *p, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) hash[i] = hash_of(cell_of(p[i].position), params.grid);
}
__global__ void find_cells(const unsigned *hash, int2 *cells, int n) {
    extern __shared__ unsigned before[];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        before[threadIdx.x + 1] = hash[i];
        if (i > 0 && threadIdx.x == 0) before[0] = hash[i - 1];
    }
    __syncthreads();
    if (i >= n) return;
    const unsigned h = before[threadIdx.x + 1];
    if (i == 0 || h != before[threadIdx.x]) {
        cells[h].x = i;
        if (i > 0) cells[before[threadIdx.x]].y = i;
    }
    if (i == n - 1) cells[h].y = n;
}
__global__ void forces(const Particle *p, const int2 *cells, float3 *force, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const float3 me = p[i].position;
    const int3 c = cell_of(me);
    float3 f = make_float3(0, 0, 0);
    for (int z = -1; z <= 1; z++)
        for (int y = -1; y <= 1; y++)
            for (int x = -1; x <= 1; x++) {
                const int3 at = c + make_int3(x, y, z);
                if (at.x < 0 || at.y < 0 || at.z < 0 || at.x >= params.grid.x || at.y >= params.grid.y || at.z >= params.grid.z) continue;
                const int2 range = cells[hash_of(at, params.grid)];
                for (int j = range.x; j < range.y; j++) {
                    const float3 d = me - p[j].position;
                    const float r2 = dot(d, d);
                    if (j != i && r2 < params.radius * params.radius) f += (params.radius - sqrtf(r2)) * d;
                }
            }
    force[p[i].id] = f;
}

int main() {
    const int n = 400;
    const SimParams host = {{8, 8, 8}, 0.125f, 0.12f};
    std::vector<Particle> particles(n), sorted(n);
    for (int i = 0; i < n; i++) particles[i] = {{(i * 37 % 101) / 101.0f, (i * 59 % 97) / 97.0f, (i * 83 % 89) / 89.0f}, (unsigned)i};
    Particle *d_p;
    unsigned *d_hash;
    int2 *d_cells;
    float3 *d_f;
    const int cells = host.grid.x * host.grid.y * host.grid.z;
    cudaMalloc(&d_p, n * sizeof *d_p), cudaMalloc(&d_hash, n * sizeof *d_hash), cudaMalloc(&d_cells, cells * sizeof *d_cells), cudaMalloc(&d_f, n * sizeof *d_f);
    cudaMemcpyToSymbol(params, &host, sizeof host);
    cudaMemcpy(d_p, particles.data(), n * sizeof *d_p, cudaMemcpyHostToDevice);
    calc_hash<<<(n + 63) / 64, 64>>>(d_hash, d_p, n);
    std::vector<unsigned> hash(n), order(n);
    cudaMemcpy(hash.data(), d_hash, n * sizeof *d_hash, cudaMemcpyDeviceToHost);
    std::iota(order.begin(), order.end(), 0u);
    std::stable_sort(order.begin(), order.end(), [&](unsigned a, unsigned b) { return hash[a] < hash[b]; });
    for (int i = 0; i < n; i++) sorted[i] = particles[order[i]];
    std::sort(hash.begin(), hash.end());
    cudaMemcpy(d_p, sorted.data(), n * sizeof *d_p, cudaMemcpyHostToDevice);
    cudaMemcpy(d_hash, hash.data(), n * sizeof *d_hash, cudaMemcpyHostToDevice);
    cudaMemset(d_cells, 0, cells * sizeof *d_cells);
    find_cells<<<(n + 63) / 64, 64, 65 * sizeof(unsigned)>>>(d_hash, d_cells, n);
    forces<<<(n + 63) / 64, 64>>>(d_p, d_cells, d_f, n);
    std::vector<float3> f(n);
    bool ok = cudaMemcpy(f.data(), d_f, n * sizeof *d_f, cudaMemcpyDeviceToHost) == cudaSuccess;
    for (int i = 0; i < n; i++) {
        float3 e = make_float3(0, 0, 0);
        for (int j = 0; j < n; j++) {
            const float3 d = particles[i].position - particles[j].position;
            const float r2 = dot(d, d);
            if (j != i && r2 < host.radius * host.radius) e += (host.radius - std::sqrt(r2)) * d;
        }
        const float3 off = e - f[i];
        ok = ok && std::sqrt(dot(off, off)) < 1e-5f;
    }
    cudaFree(d_p), cudaFree(d_hash), cudaFree(d_cells), cudaFree(d_f);
    puts(ok ? "OK" : "FAILED");
    return !ok;
}
