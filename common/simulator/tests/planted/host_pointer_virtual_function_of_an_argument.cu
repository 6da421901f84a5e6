// An object with virtual functions is an argument of the launch, which copies the host's bytes: on
// the device its pointer to the table of functions leads into the host's memory.
// SAYS: since the object was made on the host and copied
// NEAR-MISS: argument
#include <cuda_runtime.h>

struct Curve {
    __host__ __device__ virtual float at(float x) const { return x; }
};

struct Line : Curve {
    float slope;
    __host__ __device__ explicit Line(float s) : slope(s) {}
    __host__ __device__ float at(float x) const override { return slope * x; }
};

__device__ __noinline__ float height(const Curve* curve, float x) {
    return curve->at(x);  // EXPECT host_pointer
}

__global__ void draw(float* heights, Line line, bool again) {
    const Line own(line.slope);
    heights[threadIdx.x] = height(again ? &own : &line, threadIdx.x);
}

int main(int argc, char**) {
    float *heights, last = 0;
    cudaMalloc(&heights, 32 * sizeof(float));
    draw<<<1, 32>>>(heights, Line(3), argc > 1);
    cudaMemcpy(&last, heights + 31, sizeof last, cudaMemcpyDeviceToHost);
    cudaFree(heights);
    return argc > 1 && last != 93;
}
