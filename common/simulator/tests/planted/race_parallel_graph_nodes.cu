// Two kernel nodes that add to the same array, and no dependency between them.
#include <cuda_runtime.h>

__global__ void add(int* to, int by) {
    to[threadIdx.x] += by;  // EXPECT race
}

int main() {
    int* a;
    int one = 1, two = 2;
    cudaMalloc(&a, 64 * sizeof(int));
    cudaMemset(a, 0, 64 * sizeof(int));
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaGraphNode_t first, second;
    cudaGraphCreate(&graph, 0);
    void* arguments[] = {&a, &one};
    cudaKernelNodeParams kernel = {};
    kernel.func = reinterpret_cast<void*>(add);
    kernel.gridDim = dim3(1);
    kernel.blockDim = dim3(64);
    kernel.kernelParams = arguments;
    cudaGraphAddKernelNode(&first, graph, nullptr, 0, &kernel);
    arguments[1] = &two;
    cudaGraphAddKernelNode(&second, graph, nullptr, 0, &kernel);
    cudaGraphInstantiateWithFlags(&exec, graph, 0);
    cudaGraphLaunch(exec, nullptr);
    cudaDeviceSynchronize();
    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(graph);
    cudaFree(a);
    return 0;
}
