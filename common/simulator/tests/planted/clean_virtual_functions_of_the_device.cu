// Objects with virtual functions: made in a kernel, made where the host's object was copied to,
// copied to the device and back; and numbers that happen to be the address of a table.
#include <cuda_runtime.h>

#include <cstddef>
#include <cstring>
#include <new>

struct Shape {
    float size;
    __host__ __device__ explicit Shape(float s) : size(s) {}
    __host__ __device__ virtual float area() const = 0;
    __host__ __device__ virtual ~Shape() {}
};

struct Square : Shape {
    using Shape::Shape;
    __host__ __device__ float area() const override { return size * size; }
};

struct Circle : Shape {
    using Shape::Shape;
    __host__ __device__ float area() const override { return 3 * size * size; }
};

__global__ void make(Shape** shapes, int n) {
    for (int i = 0; i < n; ++i)
        shapes[i] = i % 2 ? static_cast<Shape*>(new Circle(i)) : static_cast<Shape*>(new Square(i));
}

__global__ void measure(Shape** shapes, float* areas) {
    areas[threadIdx.x] = shapes[threadIdx.x]->area();
}

__global__ void destroy(Shape** shapes) { delete shapes[threadIdx.x]; }

// The size comes from the copy; the table does not.
__global__ void make_in_place(Square* at, float* area) {
    const float size = at->size;
    Shape* const shape = new (at) Square(size);
    *area = shape->area();
}

__global__ void find(const std::size_t* numbers, int n, std::size_t wanted, int* found) {
    for (int i = 0; i < n; ++i)
        if (numbers[i] == wanted) *found = i;
}

int main() {
    constexpr int n = 6;
    Shape** shapes;
    float *areas, result[n];
    cudaMalloc(&shapes, n * sizeof(Shape*));
    cudaMalloc(&areas, sizeof result);
    make<<<1, 1>>>(shapes, n);
    measure<<<1, n>>>(shapes, areas);
    destroy<<<1, n>>>(shapes);
    cudaMemcpy(result, areas, sizeof result, cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int i = 0; i < n; ++i) wrong += result[i] != (i % 2 ? 3 : 1) * i * i;

    Square *there, one(5), back(1);
    cudaMalloc(&there, sizeof(Square));
    cudaMemcpy(static_cast<void*>(there), static_cast<void*>(&one), sizeof one,
               cudaMemcpyHostToDevice);
    cudaMemcpy(static_cast<void*>(&back), static_cast<void*>(there), sizeof back,
               cudaMemcpyDeviceToHost);
    const Shape& shape = back;
    wrong += shape.area() != 25;
    make_in_place<<<1, 1>>>(there, areas);
    cudaMemcpy(result, areas, sizeof(float), cudaMemcpyDeviceToHost);
    wrong += result[0] != 25;

    std::size_t table, numbers[5], *copy;
    std::memcpy(&table, static_cast<void*>(&one), sizeof table);
    for (int i = 0; i < 5; ++i) numbers[i] = table - 2 + i;
    int *place, found = -1;
    cudaMalloc(&copy, sizeof numbers);
    cudaMalloc(&place, sizeof(int));
    cudaMemcpy(copy, numbers, sizeof numbers, cudaMemcpyHostToDevice);
    cudaMemset(place, 0, sizeof(int));
    find<<<1, 1>>>(copy, 5, table, place);
    cudaMemcpy(&found, place, sizeof found, cudaMemcpyDeviceToHost);
    wrong += found != 2;
    for (void* p : {static_cast<void*>(shapes), static_cast<void*>(areas),
                    static_cast<void*>(there), static_cast<void*>(copy), static_cast<void*>(place)})
        cudaFree(p);
    return wrong != 0;
}
