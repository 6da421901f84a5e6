// A glider crosses the torus. The rules are written from here, to a symbol of another file's: which
// needs relocatable device code with nvcc.
#include <cstdio>

#include "life.cuh"

__global__ void probe(Rules* out) { *out = rules; }

int main()
{
    const int width = 50, height = 18, generations = 40;
    std::vector<cell> board(width * height);
    for (int at : {1, width + 2, 2 * width, 2 * width + 1, 2 * width + 2}) board[at] = 1;
    const Rules conway = parse_rules("B3/S23");
    cudaMemcpyToSymbol(rules, &conway, sizeof conway);

    Rules *device_rules, seen{0, 0};
    cudaMalloc(&device_rules, sizeof seen);
    probe<<<1, 1>>>(device_rules);
    cudaMemcpy(&seen, device_rules, sizeof seen, cudaMemcpyDeviceToHost);
    cudaFree(device_rules);

    Life life(width, height, board);
    life.advance(generations);
    // A glider moves one cell down and right in four generations, and two cells are born in each.
    std::vector<cell> expected(width * height);
    for (int i = 0; i < width * height; ++i)
        if (board[i]) {
            const int x = (i % width + generations / 4) % width, y = (i / width + generations / 4) % height;
            expected[y * width + x] = 1;
        }
    const bool ok = life.cells() == expected && life.born() == 2ull * generations &&
                    seen.birth == conway.birth && seen.survival == conway.survival;
    std::puts(ok ? "OK" : "FAILED");
    return ok ? 0 : 1;
}
