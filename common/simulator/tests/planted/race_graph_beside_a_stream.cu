// The graph fills the array in one stream, and a kernel of another reads it without waiting.
#include <cuda_runtime.h>

__global__ void fill(int* a) {
    a[threadIdx.x] = int(threadIdx.x);
}

__global__ void twice(const int* a, int* b) {
    b[threadIdx.x] = 2 * a[threadIdx.x];  // EXPECT race
}

int main() {
    int *a, *b;
    cudaMalloc(&a, 64 * sizeof(int));
    cudaMalloc(&b, 64 * sizeof(int));
    cudaStream_t filling, reading;
    cudaStreamCreateWithFlags(&filling, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&reading, cudaStreamNonBlocking);
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaStreamBeginCapture(filling, cudaStreamCaptureModeGlobal);
    fill<<<1, 64, 0, filling>>>(a);
    cudaStreamEndCapture(filling, &graph);
    cudaGraphInstantiateWithFlags(&exec, graph, 0);
    cudaGraphLaunch(exec, filling);
    twice<<<1, 64, 0, reading>>>(a, b);
    cudaDeviceSynchronize();
    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(graph);
    cudaStreamDestroy(filling);
    cudaStreamDestroy(reading);
    cudaFree(a);
    cudaFree(b);
    return 0;
}
