// A helper returns a pointer to its own local array, which no longer exists.
#include <cuda_runtime.h>

#include <cstdio>

struct View {
    const int* data;
};

__device__ __noinline__ void powers(View* view, int base) {
    int table[4] = {1, base, base * base, base * base * base};
    view->data = table;
    if (base < 0) table[0] = base;
}

__global__ void use(int* out) {
    View view;
    powers(&view, threadIdx.x);
    out[threadIdx.x] = view.data[threadIdx.x % 4];  // EXPECT out_of_bounds
}

int main() {
    int host[32], *out;
    cudaMalloc(&out, sizeof host);
    use<<<1, 32>>>(out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    std::printf("%d\n", host[3]);
    cudaFree(out);
}
