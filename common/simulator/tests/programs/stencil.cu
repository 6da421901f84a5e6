// Heat in a plate: pitched memory, 2D copies, two buffers swapped between launches, a tile with a
// halo in shared memory.
#include <cuda_runtime.h>

#include <cmath>
#include <cstdio>
#include <utility>
#include <vector>

static const int WIDTH = 77, HEIGHT = 50, STEPS = 5;
enum { BX = 16, BY = 8 };

__device__ inline const float *row_of(const float *base, size_t pitch, int y) {
    return (const float *)((const char *)base + y * pitch);
}

__global__ void step(float *next, const float *now, size_t pitch) {
    __shared__ float tile[BY + 2][BX + 2];
    const int x = blockIdx.x * BX + threadIdx.x, y = blockIdx.y * BY + threadIdx.y;
    const int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
    const bool inside = x < WIDTH && y < HEIGHT;
    if (inside) {
        tile[ty][tx] = row_of(now, pitch, y)[x];
        if (threadIdx.x == 0 && x > 0) tile[ty][0] = row_of(now, pitch, y)[x - 1];
        if (threadIdx.x == BX - 1 && x + 1 < WIDTH) tile[ty][BX + 1] = row_of(now, pitch, y)[x + 1];
        if (threadIdx.y == 0 && y > 0) tile[0][tx] = row_of(now, pitch, y - 1)[x];
        if (threadIdx.y == BY - 1 && y + 1 < HEIGHT) tile[BY + 1][tx] = row_of(now, pitch, y + 1)[x];
    }
    __syncthreads();
    if (!inside) return;
    float result = tile[ty][tx];
    if (x > 0 && y > 0 && x < WIDTH - 1 && y < HEIGHT - 1)
        result += 0.2f * (tile[ty - 1][tx] + tile[ty + 1][tx] + tile[ty][tx - 1] + tile[ty][tx + 1] -
                          4 * tile[ty][tx]);
    float *out = (float *)((char *)next + y * pitch);
    out[x] = result;
}

int main() {
    std::vector<float> plate(WIDTH * HEIGHT), reference, got(WIDTH * HEIGHT);
    for (int i = 0; i < WIDTH * HEIGHT; ++i) plate[i] = i % WIDTH == 0 ? 100.f : float(i % 13);

    float *now = nullptr, *next = nullptr;
    size_t pitch = 0, other_pitch = 0;
    cudaMallocPitch(&now, &pitch, WIDTH * sizeof(float), HEIGHT);
    cudaMallocPitch((void **)&next, &other_pitch, WIDTH * sizeof(float), HEIGHT);
    cudaMemcpy2D(now, pitch, plate.data(), WIDTH * sizeof(float), WIDTH * sizeof(float), HEIGHT,
                 cudaMemcpyHostToDevice);
    cudaMemset2D(next, other_pitch, 0, WIDTH * sizeof(float), HEIGHT);
    const dim3 threads(BX, BY), blocks((WIDTH + BX - 1) / BX, (HEIGHT + BY - 1) / BY);
    for (int s = 0; s < STEPS; ++s) {
        step<<<blocks, threads>>>(next, now, pitch);
        std::swap(now, next);
    }
    cudaMemcpy2D(got.data(), WIDTH * sizeof(float), now, pitch, WIDTH * sizeof(float), HEIGHT,
                 cudaMemcpyDeviceToHost);
    const cudaError_t error = cudaGetLastError();
    cudaFree(now);
    cudaFree(next);

    reference = plate;
    for (int s = 0; s < STEPS; ++s) {
        std::vector<float> before = reference;
        auto at = [&](int x, int y) { return before[y * WIDTH + x]; };
        for (int y = 1; y < HEIGHT - 1; ++y)
            for (int x = 1; x < WIDTH - 1; ++x)
                reference[y * WIDTH + x] +=
                    0.2f * (at(x, y - 1) + at(x, y + 1) + at(x - 1, y) + at(x + 1, y) - 4 * at(x, y));
    }
    float worst = 0;
    for (int i = 0; i < WIDTH * HEIGHT; ++i) worst = std::fmax(worst, std::fabs(got[i] - reference[i]));
    const bool ok = error == cudaSuccess && pitch == other_pitch && worst < 1e-4f;
    std::printf("largest difference %g\n%s\n", worst, ok ? "OK" : "FAILED");
    return !ok;
}
