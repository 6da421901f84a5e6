// A kernel makes an object with virtual functions, and the host calls one of its copy.
// SAYS: since a kernel has made the object
// SAYS: make an object on the host
// DIES
#include <cuda_runtime.h>

#include <cstdio>
#include <new>

struct Shape {
    float size;
    __host__ __device__ explicit Shape(float s) : size(s) {}
    __host__ __device__ virtual float area() const { return size * size; }
};

__global__ void make(Shape* at) {
    new (at) Shape(3);
}

int main() {
    Shape* shape;
    cudaMalloc(&shape, sizeof(Shape));
    make<<<1, 1>>>(shape);
    Shape own(1);
    const Shape* const there = &own;
    std::printf("%f\n", there->area());
    cudaMemcpy((void*)&own, shape, sizeof own, cudaMemcpyDeviceToHost);
    std::printf("%f %f\n", own.size, there->area());  // EXPECT device_pointer
    cudaFree(shape);
}
