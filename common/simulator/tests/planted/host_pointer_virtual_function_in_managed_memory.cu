// An object with virtual functions is made by the host in managed memory, where both sides see it;
// but it points to the host's table of functions.
// SAYS: since the object was made on the host.
// SAYS: make the object in a kernel
// NEAR-MISS: argument
#include <cuda_runtime.h>

#include <new>

struct Shape {
    float size;
    __host__ __device__ explicit Shape(float s) : size(s) {}
    __host__ __device__ virtual float area(float factor) const { return factor; }
};

struct Square : Shape {
    using Shape::Shape;
    __host__ __device__ float area(float factor) const override { return factor * size * size; }
};

__global__ void make(Square* at, float size) {
    new (at) Square(size);
}

__global__ void measure(const Shape* shape, const float* factors, float* areas) {
    areas[threadIdx.x] = shape->area(factors[threadIdx.x]);  // EXPECT host_pointer
}

int main(int argc, char**) {
    Square* shape;
    float *factors, *areas;
    cudaMallocManaged(&shape, sizeof(Square));
    cudaMallocManaged(&factors, 32 * sizeof(float));
    cudaMallocManaged(&areas, 32 * sizeof(float));
    for (int i = 0; i < 32; ++i) factors[i] = i;
    if (argc > 1) {
        make<<<1, 1>>>(shape, 3);
        cudaDeviceSynchronize();
        shape->size = 2;  // its pointer stays the device's
    } else {
        new (shape) Square(2);
    }
    measure<<<1, 32>>>(shape, factors, areas);
    cudaDeviceSynchronize();
    const bool right = areas[5] == 20;
    cudaFree(shape);
    cudaFree(factors);
    cudaFree(areas);
    return argc > 1 && !right;
}
