// An int before a double leaves four bytes between them.
#include <cuda_runtime.h>

#include <cstdio>

struct Particle {
    int id;
    double mass;
};

__global__ void make(Particle* p) {
    p[threadIdx.x].id = threadIdx.x;
    p[threadIdx.x].mass = 1.5 * threadIdx.x;
}

__global__ void rotate(Particle* out, const Particle* in) {
    out[threadIdx.x] = in[(threadIdx.x + 1) % blockDim.x];
}

int main() {
    Particle host[32], *a, *b;
    cudaMalloc(&a, sizeof host);
    cudaMalloc(&b, sizeof host);
    make<<<1, 32>>>(a);
    rotate<<<1, 32>>>(b, a);
    cudaMemcpy(host, b, sizeof host, cudaMemcpyDeviceToHost);
    std::printf("%f\n", host[0].mass);
    cudaFree(a);
    cudaFree(b);
}
