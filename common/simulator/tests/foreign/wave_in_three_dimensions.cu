// A 3D finite-difference stencil with a queue of registers along z, coefficients in constant memory,
// templates over the radius, pitched volumes, dim3 arithmetic.
#include <cstdio>
#include <cmath>
#include <vector>

template <typename T, int R>
struct Coefficients {
    T c[R + 1];
};
__constant__ float stencil[5];

__host__ __device__ constexpr size_t at(int x, int y, int z, dim3 d) { return (size_t(z) * d.y + y) * d.x + x; }

template <int RADIUS, int BX = 16, int BY = 4>
__global__ void __launch_bounds__(BX *BY) finite_difference(float *__restrict__ out, const float *__restrict__ in, const dim3 d) {
    __shared__ float tile[BY + 2 * RADIUS][BX + 2 * RADIUS];
    const int x = blockIdx.x * BX + threadIdx.x, y = blockIdx.y * BY + threadIdx.y;
    const bool inside = x >= RADIUS && x < int(d.x) - RADIUS && y >= RADIUS && y < int(d.y) - RADIUS;
    float behind[RADIUS], front[RADIUS], current = 0;
    const int cx = min(x, int(d.x) - 1), cy = min(y, int(d.y) - 1);
#pragma unroll
    for (int i = 0; i < RADIUS; i++) behind[i] = in[at(cx, cy, RADIUS - 1 - i, d)];
    current = in[at(cx, cy, RADIUS, d)];
#pragma unroll
    for (int i = 0; i < RADIUS; i++) front[i] = in[at(cx, cy, RADIUS + 1 + i, d)];
    for (int z = RADIUS; z < int(d.z) - RADIUS; z++) {
        __syncthreads();
        for (int ty = threadIdx.y; ty < BY + 2 * RADIUS; ty += BY)
            for (int tx = threadIdx.x; tx < BX + 2 * RADIUS; tx += BX) {
                const int gx = int(blockIdx.x * BX) + tx - RADIUS, gy = int(blockIdx.y * BY) + ty - RADIUS;
                tile[ty][tx] = gx >= 0 && gx < int(d.x) && gy >= 0 && gy < int(d.y) ? in[at(gx, gy, z, d)] : 0.0f;
            }
        __syncthreads();
        const int tx = threadIdx.x + RADIUS, ty = threadIdx.y + RADIUS;
        float value = stencil[0] * current;
#pragma unroll
        for (int i = 1; i <= RADIUS; i++)
            value += stencil[i] * (front[i - 1] + behind[i - 1] + tile[ty - i][tx] + tile[ty + i][tx] + tile[ty][tx - i] + tile[ty][tx + i]);
        if (inside) out[at(x, y, z, d)] = value;
#pragma unroll
        for (int i = RADIUS - 1; i > 0; i--) behind[i] = behind[i - 1];
        behind[0] = current;
        current = front[0];
#pragma unroll
        for (int i = 0; i < RADIUS - 1; i++) front[i] = front[i + 1];
        front[RADIUS - 1] = in[at(cx, cy, min(z + RADIUS + 1, int(d.z) - 1), d)];
    }
}

template <int R>
bool run(dim3 d) {
    Coefficients<float, R> k{};
    for (int i = 0; i <= R; i++) k.c[i] = (i % 2 ? -1.0f : 1.0f) / (1 << i);
    cudaMemcpyToSymbol(stencil, k.c, sizeof k.c);
    const size_t cells = size_t(d.x) * d.y * d.z;
    std::vector<float> h(cells), got(cells);
    for (size_t i = 0; i < cells; i++) h[i] = float(i * 31 % 64) / 8;
    float *in, *out;
    cudaMalloc(&in, cells * sizeof(float)), cudaMalloc(&out, cells * sizeof(float));
    cudaMemcpy(in, h.data(), cells * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemset(out, 0, cells * sizeof(float));
    const dim3 block(16, 4), grid((d.x + block.x - 1) / block.x, (d.y + block.y - 1) / block.y);
    finite_difference<R><<<grid, block>>>(out, in, d);
    cudaMemcpy(got.data(), out, cells * sizeof(float), cudaMemcpyDeviceToHost);
    bool ok = cudaGetLastError() == cudaSuccess;
    for (int z = R; z < int(d.z) - R; z++)
        for (int y = R; y < int(d.y) - R; y++)
            for (int x = R; x < int(d.x) - R; x++) {
                float v = k.c[0] * h[at(x, y, z, d)];
                for (int i = 1; i <= R; i++)
                    v += k.c[i] * (h[at(x, y, z + i, d)] + h[at(x, y, z - i, d)] + h[at(x, y - i, z, d)] + h[at(x, y + i, z, d)] + h[at(x - i, y, z, d)] + h[at(x + i, y, z, d)]);
                ok = ok && std::fabs(v - got[at(x, y, z, d)]) < 1e-3f;
            }
    cudaFree(in), cudaFree(out);
    return ok;
}

int main() {
    const bool ok = run<1>(dim3(20, 9, 7)) & run<2>(dim3(33, 10, 8)) & run<4>(dim3(24, 12, 12));
    puts(ok ? "OK" : "FAILED");
    return !ok;
}
