// The host waits for a stream while it captures: the call is refused, and there is no graph.
// SAYS: cudaStreamSynchronize is refused (cudaErrorStreamCaptureUnsupported)
// NEAR-MISS: argument
#include <cuda_runtime.h>

__global__ void add_one(int* a) { a[threadIdx.x] += 1; }

int main(int argc, char**) {
    int *a, host[32];
    cudaMalloc(&a, sizeof host);
    cudaMemset(a, 0, sizeof host);
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaGraph_t graph;
    cudaGraphExec_t runs;
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    add_one<<<1, 32, 0, stream>>>(a);
    if (argc == 1) cudaStreamSynchronize(stream);  // EXPECT launch_error
    cudaStreamEndCapture(stream, &graph);
    if (cudaGraphInstantiate(&runs, graph, 0) == cudaSuccess) {
        cudaGraphLaunch(runs, stream);
        cudaStreamSynchronize(stream);
        cudaGraphExecDestroy(runs);
        cudaGraphDestroy(graph);
    }
    cudaMemcpy(host, a, sizeof host, cudaMemcpyDeviceToHost);
    cudaStreamDestroy(stream);
    cudaFree(a);
    return argc > 1 && host[7] != 1;
}
