// Life with 32 cells in a word and with a byte a cell, on a torus, double buffered by pointer swap.
#include <cstdio>
#include <cstdint>
#include <cstring>
#include <utility>

constexpr int kWords = 4, kWidth = 32 * kWords, kHeight = 40;

__global__ void step_bytes(const uint8_t* __restrict__ now, uint8_t* __restrict__ next, int w, int h) {
    for (int cell = blockIdx.x * blockDim.x + threadIdx.x; cell < w * h; cell += blockDim.x * gridDim.x) {
        const int x = cell % w, y = cell - x;
        const int left = (x + w - 1) % w, right = (x + 1) % w;
        const int up = (y + w * h - w) % (w * h), down = (y + w) % (w * h);
        const int alive = now[left + up] + now[x + up] + now[right + up] + now[left + y] + now[right + y] + now[left + down] + now[x + down] + now[right + down];
        next[x + y] = alive == 3 || (alive == 2 && now[x + y]);
    }
}

// Bit-sliced addition: eight neighbours' words summed by full adders.
__device__ inline uint32_t sum3(uint32_t a, uint32_t b, uint32_t c, uint32_t& carry) {
    const uint32_t half = a ^ b;
    carry = (a & b) | (half & c);
    return half ^ c;
}
__global__ void step_bits(const uint32_t* now, uint32_t* next) {
    const int wx = threadIdx.x, y = blockIdx.x * blockDim.y + threadIdx.y;
    if (y >= kHeight) return;
    uint32_t rows[3][3];
#pragma unroll
    for (int dy = -1; dy <= 1; dy++) {
        const uint32_t* row = now + (y + dy + kHeight) % kHeight * kWords;
        const uint32_t mid = row[wx], before = row[(wx + kWords - 1) % kWords], after = row[(wx + 1) % kWords];
        rows[dy + 1][0] = __funnelshift_l(before, mid, 1);
        rows[dy + 1][1] = mid;
        rows[dy + 1][2] = __funnelshift_r(mid, after, 1);
    }
    uint32_t c0, c1, c2, c3, c4;
    const uint32_t a = sum3(rows[0][0], rows[0][1], rows[0][2], c0), b = sum3(rows[2][0], rows[2][1], rows[2][2], c1);
    const uint32_t ones = sum3(a, b, rows[1][0] ^ rows[1][2], c2);
    c3 = rows[1][0] & rows[1][2];
    const uint32_t twos = c0 ^ c1 ^ c2 ^ c3;
    c4 = (c0 & c1) | (c2 & c3) | ((c0 ^ c1) & (c2 ^ c3));
    next[y * kWords + wx] = twos & ~c4 & (ones | rows[1][1]);
}

int main() {
    static uint8_t bytes[kHeight][kWidth], result[kHeight][kWidth];
    static uint32_t words[kHeight][kWords];
    uint32_t seed = 42;
    for (auto& row : bytes)
        for (auto& cell : row) cell = (seed = seed * 1103515245 + 12345) >> 20 & 1;
    for (int y = 0; y < kHeight; y++)
        for (int x = 0; x < kWidth; x++) words[y][x / 32] |= uint32_t{bytes[y][x]} << x % 32;
    uint8_t *a, *b;
    uint32_t *p, *q;
    cudaMalloc(&a, sizeof bytes); cudaMalloc(&b, sizeof bytes);
    cudaMalloc(&p, sizeof words); cudaMalloc(&q, sizeof words);
    cudaMemcpy(a, bytes, sizeof bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(p, words, sizeof words, cudaMemcpyHostToDevice);
    for (int g = 0; g < 8; g++) {
        step_bytes<<<5, 96>>>(a, b, kWidth, kHeight);
        step_bits<<<kHeight / 8, dim3(kWords, 8)>>>(p, q);
        std::swap(a, b);
        std::swap(p, q);
    }
    cudaMemcpy(result, a, sizeof result, cudaMemcpyDeviceToHost);
    cudaMemcpy(words, p, sizeof words, cudaMemcpyDeviceToHost);
    int differ = 0, alive = 0;
    for (int y = 0; y < kHeight; y++)
        for (int x = 0; x < kWidth; x++) {
            differ += result[y][x] != (words[y][x / 32] >> x % 32 & 1);
            alive += result[y][x];
        }
    cudaFree(a); cudaFree(b); cudaFree(p); cudaFree(q);
    std::printf("%d alive\n%s\n", alive, differ == 0 && alive > 100 ? "OK" : "FAILED");
    return differ != 0;
}
