// A loop over three coordinates runs once too often and changes the mass behind them.
// NEAR-MISS: argument
#include <cuda_runtime.h>

struct Particle {
    float x[3];
    float mass;
};

__global__ void stretch(Particle* particles, int dimensions) {
    for (int d = 0; d < dimensions; ++d) particles[threadIdx.x].x[d] *= 2;  // EXPECT out_of_bounds
}

int main(int argc, char**) {
    Particle* particles;
    cudaMalloc(&particles, 32 * sizeof(Particle));
    cudaMemset(particles, 0, 32 * sizeof(Particle));
    stretch<<<1, 32>>>(particles, argc > 1 ? 3 : 4);
    cudaDeviceSynchronize();
    cudaFree(particles);
}
