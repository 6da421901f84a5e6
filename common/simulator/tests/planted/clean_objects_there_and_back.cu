// A kernel's objects with virtual functions are copied to the host and back, and through managed
// memory: they stay of use on the device. So do the host's on the host.
#include <cuda_runtime.h>

#include <cstdio>
#include <new>
#include <vector>

struct Shape {
    float size;
    __host__ __device__ explicit Shape(float s) : size(s) {}
    __host__ __device__ virtual ~Shape() {}
    __host__ __device__ virtual float area() const { return size * size; }
};

__global__ void make(Shape* shapes) {
    new (shapes + threadIdx.x) Shape(threadIdx.x);
}

__global__ void measure(const Shape* shapes, float* areas) {
    areas[threadIdx.x] = shapes[threadIdx.x].area();
}

static bool are_right(const Shape* shapes, float* areas) {
    cudaMemset(areas, 0, 32 * sizeof(float));
    measure<<<1, 32>>>(shapes, areas);
    std::vector<float> found(32);
    cudaMemcpy(found.data(), areas, 32 * sizeof(float), cudaMemcpyDeviceToHost);
    return found[7] == 49;
}

int main() {
    constexpr std::size_t bytes = 32 * sizeof(Shape);
    Shape *one, *two, *both;
    float* areas;
    cudaMalloc(&one, bytes);
    cudaMalloc(&two, bytes);
    cudaMallocManaged(&both, bytes);
    cudaMalloc(&areas, 32 * sizeof(float));
    make<<<1, 32>>>(one);
    bool right = are_right(one, areas);

    std::vector<char> room(bytes);
    cudaMemcpy(room.data(), one, bytes, cudaMemcpyDeviceToHost);
    cudaMemcpy(two, room.data(), bytes, cudaMemcpyHostToDevice);
    right = right && are_right(two, areas);

    cudaMemcpy(both, one, bytes, cudaMemcpyDefault);
    right = right && are_right(both, areas);
    cudaMemset(two, 0, bytes);
    cudaMemcpy(two, both, bytes, cudaMemcpyDefault);
    right = right && are_right(two, areas);

    make<<<1, 32>>>(both);
    cudaMemcpy(two, both, bytes, cudaMemcpyDefault);
    right = right && are_right(two, areas);

    Shape own(5);
    const Shape* const there = &own;
    cudaMemcpy((void*)one, &own, sizeof own, cudaMemcpyHostToDevice);
    cudaMemcpy((void*)both, one, sizeof own, cudaMemcpyDefault);
    cudaMemcpy((void*)&own, one, sizeof own, cudaMemcpyDeviceToHost);
    right = right && there->area() == 25 && both->area() == 25;
    std::printf("%s\n", right ? "right" : "wrong");
    cudaFree(one);
    cudaFree(two);
    cudaFree(both);
    cudaFree(areas);
    return !right;
}
