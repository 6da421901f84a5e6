// One launch per generation, from one board to the other.
#include <cuda_runtime.h>

#include <cstdio>

constexpr int n = 24;

__global__ void generation(unsigned char* next, const unsigned char* board) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= n || y >= n) return;
    int neighbours = 0;
    for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx)
            if (dx || dy) neighbours += board[(y + dy + n) % n * n + (x + dx + n) % n];
    next[y * n + x] = neighbours == 3 || (neighbours == 2 && board[y * n + x]);
}

int main() {
    unsigned char host[n * n] = {}, *a, *b;
    host[1] = host[n + 2] = host[2 * n] = host[2 * n + 1] = host[2 * n + 2] = 1;
    cudaMalloc(&a, sizeof host);
    cudaMalloc(&b, sizeof host);
    cudaMemcpy(a, host, sizeof host, cudaMemcpyHostToDevice);
    for (int g = 0; g < 4; ++g)
        generation<<<dim3(3, 3), dim3(8, 8)>>>(g % 2 ? a : b, g % 2 ? b : a);
    cudaMemcpy(host, a, sizeof host, cudaMemcpyDeviceToHost);
    std::printf("%d\n", host[n + 2]);
    cudaFree(a);
    cudaFree(b);
}
