// A tagged union in device memory, visited by a device function; an order-preserving map of floats
// to integers for atomicMin and atomicMax; bits taken apart by a union and by memcpy.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstring>

struct Shape {
    enum Kind : unsigned char { circle, box, line } kind;
    union {
        struct {
            float radius;
        } c;
        struct {
            float width, height;
        } b;
        struct {
            int steps;
        } l;
    };
};

__host__ __device__ inline float area(const Shape& s) {
    switch (s.kind) {
        case Shape::circle:
            return 3.0f * s.c.radius * s.c.radius;
        case Shape::box:
            return s.b.width * s.b.height;
        default:
            return 0.0f;
    }
}

__host__ __device__ inline unsigned ordered(float x) {
    unsigned bits;
    memcpy(&bits, &x, sizeof bits);
    return bits & 0x80000000u ? ~bits : bits | 0x80000000u;
}
__host__ __device__ inline float from_ordered(unsigned o) {
    union {
        unsigned bits;
        float x;
    } both;
    both.bits = o & 0x80000000u ? o & 0x7fffffffu : ~o;
    return both.x;
}

__global__ void measure(const Shape* shapes, int n, float* areas, unsigned* least, unsigned* most) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const Shape mine = shapes[i];
    areas[i] = area(mine);
    const float signed_area = i % 2 ? -areas[i] : areas[i];
    atomicMin(least, ordered(signed_area));
    atomicMax(most, ordered(signed_area));
}

int main() {
    const int n = 100;
    Shape host[n];
    for (int i = 0; i < n; ++i) {
        if (i % 3 == 0) host[i].kind = Shape::circle, host[i].c.radius = i;
        if (i % 3 == 1) host[i].kind = Shape::box, host[i].b.width = i, host[i].b.height = 2;
        if (i % 3 == 2) host[i].kind = Shape::line, host[i].l.steps = i;
    }
    Shape* shapes;
    float *areas, result[n];
    unsigned *extremes, seen[2] = {~0u, 0u};
    cudaMalloc(&shapes, sizeof host);
    cudaMalloc(&areas, sizeof result);
    cudaMalloc(&extremes, sizeof seen);
    cudaMemcpy(shapes, host, sizeof host, cudaMemcpyHostToDevice);
    cudaMemcpy(extremes, seen, sizeof seen, cudaMemcpyHostToDevice);
    measure<<<4, 32>>>(shapes, n, areas, extremes, extremes + 1);
    cudaMemcpy(result, areas, sizeof result, cudaMemcpyDeviceToHost);
    cudaMemcpy(seen, extremes, sizeof seen, cudaMemcpyDeviceToHost);
    float least = 0, most = 0;
    bool ok = true;
    for (int i = 0; i < n; ++i) {
        ok = ok && result[i] == area(host[i]);
        const float s = i % 2 ? -result[i] : result[i];
        least = s < least ? s : least;
        most = s > most ? s : most;
    }
    ok = ok && from_ordered(seen[0]) == least && from_ordered(seen[1]) == most;
    std::puts(ok ? "OK" : "wrong");
    cudaFree(shapes);
    cudaFree(areas);
    cudaFree(extremes);
}
