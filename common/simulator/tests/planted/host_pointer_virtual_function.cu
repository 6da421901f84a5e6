// An object with virtual functions is made on the host and copied: on the device its pointer to the
// table of functions leads into the host's memory.
// SAYS: make the object in a kernel
// NEAR-MISS: argument
#include <cuda_runtime.h>

#include <new>

struct Shape {
    float size;
    __host__ __device__ explicit Shape(float s) : size(s) {}
    __host__ __device__ virtual float area() const { return 0; }
};

struct Square : Shape {
    using Shape::Shape;
    __host__ __device__ float area() const override { return size * size; }
};

__global__ void make(Square* at, float size) { new (at) Square(size); }

__global__ void measure(const Shape* shape, float* area) {
    *area = shape->area();  // EXPECT host_pointer
}

int main(int argc, char**) {
    Square* shape;
    float *area, result = 0;
    cudaMalloc(&shape, sizeof(Square));
    cudaMalloc(&area, sizeof(float));
    if (argc > 1) {
        make<<<1, 1>>>(shape, 3);
    } else {
        const Square on_host(3);
        cudaMemcpy(static_cast<void*>(shape), static_cast<const void*>(&on_host), sizeof on_host,
                   cudaMemcpyHostToDevice);
    }
    measure<<<1, 1>>>(shape, area);
    cudaMemcpy(&result, area, sizeof result, cudaMemcpyDeviceToHost);
    cudaFree(shape);
    cudaFree(area);
    return argc > 1 && result != 9;
}
