// The kernel's pointers are in a struct, and a helper loads through them. The report names the
// array as the struct's member, and the line that calls the helper.
// SAYS: is right behind the 400 bytes of task.x.
// SAYS: The last element is task.x[99].
// SAYS: load is called here on line 22.
#include <cuda_runtime.h>

struct Task {
    const float* a;
    int n, step;
    float *x, *y;
};

__device__ float load(const float* from) {
    return *from;  // EXPECT out_of_bounds
}

__global__ void product(Task task) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= task.n) return;
    const float a = load(task.a + i);
    task.y[i] = a * load(task.x + i * task.step + 1);
}

int main() {
    const int n = 100;
    Task task{nullptr, n, 1, nullptr, nullptr};
    float* a;
    cudaMalloc(&a, n * sizeof(float));
    cudaMalloc(&task.x, n * sizeof(float));
    cudaMalloc(&task.y, n * sizeof(float));
    cudaMemset(a, 0, n * sizeof(float));
    cudaMemset(task.x, 0, n * sizeof(float));
    task.a = a;
    product<<<1, 128>>>(task);
    cudaDeviceSynchronize();
    cudaFree(a);
    cudaFree(task.x);
    cudaFree(task.y);
}
