// Launches of one executable graph follow each other in any streams; those of two do not.
// NEAR-MISS: argument
#include <cuda_runtime.h>

__global__ void count(int* x) {
    x[threadIdx.x] += 1;  // EXPECT race // OTHER race
}

int main(int argc, char**) {
    int* x;
    cudaStream_t a, b;
    cudaGraph_t graph;
    cudaGraphExec_t first, second;
    cudaMalloc(&x, 32 * sizeof(int));
    cudaMemset(x, 0, 32 * sizeof(int));
    cudaDeviceSynchronize();
    cudaStreamCreate(&a);
    cudaStreamCreate(&b);
    cudaStreamBeginCapture(a, cudaStreamCaptureModeGlobal);
    count<<<1, 32, 0, a>>>(x);
    cudaStreamEndCapture(a, &graph);
    cudaGraphInstantiate(&first, graph, 0);
    cudaGraphInstantiate(&second, graph, 0);
    cudaGraphLaunch(first, a);
    cudaGraphLaunch(argc > 1 ? first : second, b);
    cudaDeviceSynchronize();
    cudaGraphExecDestroy(first);
    cudaGraphExecDestroy(second);
    cudaGraphDestroy(graph);
    cudaStreamDestroy(a);
    cudaStreamDestroy(b);
    cudaFree(x);
}
