// The board is a torus of bytes: neighbouring threads write neighbouring bytes of one word.
#include "life.cuh"

__constant__ Rules rules;
__device__ unsigned long long births;

static __global__ void generation(cell* next, const cell* now, int width, int height)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    int neighbours = 0;
    for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx)
            if (dx || dy)
                neighbours += now[(y + dy + height) % height * width + (x + dx + width) % width];
    const cell before = now[y * width + x], after = rules.next(before, neighbours);
    next[y * width + x] = after;
    if (after > before) atomicAdd(&births, 1ull);
}

Life::Life(int width, int height, const std::vector<cell>& start) : width_(width), height_(height)
{
    cudaMalloc(&now_, start.size());
    cudaMalloc(&next_, start.size());
    cudaMemcpy(now_, start.data(), start.size(), cudaMemcpyHostToDevice);
    const unsigned long long none = 0;
    cudaMemcpyToSymbol(births, &none, sizeof none);
}

Life::~Life()
{
    cudaFree(now_);
    cudaFree(next_);
}

void Life::advance(int generations)
{
    const dim3 block(24, 4);
    const dim3 grid((width_ + block.x - 1) / block.x, (height_ + block.y - 1) / block.y);
    while (generations-- > 0) {
        ::generation<<<grid, block>>>(next_, now_, width_, height_);
        std::swap(now_, next_);
    }
}

std::vector<cell> Life::cells() const
{
    std::vector<cell> result(width_ * height_);
    cudaMemcpy(result.data(), now_, result.size(), cudaMemcpyDeviceToHost);
    return result;
}

unsigned long long Life::born() const
{
    unsigned long long count = 0;
    cudaMemcpyFromSymbol(&count, births, sizeof count);
    return count;
}
