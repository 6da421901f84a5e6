// A stream joins a capture by an event, and the stream where the capture began never waits for it:
// there is no graph, and nothing that was captured runs.
// SAYS: does not wait for the stream that joined it on line 23
// NEAR-MISS: argument
#include <cuda_runtime.h>

__global__ void add_one(int* a) { a[threadIdx.x] += 1; }

int main(int argc, char**) {
    int *a, *b, host[32];
    cudaMalloc(&a, sizeof host);
    cudaMalloc(&b, sizeof host);
    cudaMemset(a, 0, sizeof host);
    cudaMemset(b, 0, sizeof host);
    cudaStream_t first, second;
    cudaEvent_t fork, join;
    cudaStreamCreate(&first);
    cudaStreamCreate(&second);
    cudaEventCreate(&fork);
    cudaEventCreate(&join);
    cudaStreamBeginCapture(first, cudaStreamCaptureModeGlobal);
    cudaEventRecord(fork, first);
    cudaStreamWaitEvent(second, fork, 0);
    add_one<<<1, 32, 0, first>>>(a);
    add_one<<<1, 32, 0, second>>>(b);
    if (argc > 1) {
        cudaEventRecord(join, second);
        cudaStreamWaitEvent(first, join, 0);
    }
    cudaGraph_t graph = nullptr;
    cudaStreamEndCapture(first, &graph);  // EXPECT launch_error
    if (graph) {
        cudaGraphExec_t runs;
        cudaGraphInstantiate(&runs, graph, 0);
        cudaGraphLaunch(runs, first);
        cudaStreamSynchronize(first);
        cudaGraphExecDestroy(runs);
        cudaGraphDestroy(graph);
    }
    cudaMemcpy(host, b, sizeof host, cudaMemcpyDeviceToHost);
    cudaFree(a);
    cudaFree(b);
    cudaStreamDestroy(first);
    cudaStreamDestroy(second);
    cudaEventDestroy(fork);
    cudaEventDestroy(join);
    return argc > 1 && host[7] != 1;
}
