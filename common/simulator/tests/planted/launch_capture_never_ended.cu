// A capture begins and never ends, so the launch behind it never runs.
// SAYS: end it with cudaStreamEndCapture
// NEAR-MISS: argument
#include <cuda_runtime.h>

__global__ void add_one(int* a) { a[threadIdx.x] += 1; }

int main(int argc, char**) {
    int* a;
    cudaMalloc(&a, 32 * sizeof(int));
    cudaMemset(a, 0, 32 * sizeof(int));
    cudaStream_t stream;
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed);  // EXPECT launch_error
    add_one<<<1, 32, 0, stream>>>(a);
    if (argc > 1) {
        cudaGraph_t graph;
        cudaStreamEndCapture(stream, &graph);
        cudaGraphDestroy(graph);
    }
    cudaFree(a);
    return 0;
}
