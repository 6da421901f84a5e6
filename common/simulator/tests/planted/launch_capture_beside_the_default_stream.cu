// A copy without a stream, between two launches that are captured: the default stream would have to
// wait for the stream that captures, unless that was made not to block.
// SAYS: cudaMemcpy is refused (cudaErrorStreamCaptureImplicit)
// NEAR-MISS: argument
#include <cuda_runtime.h>

__global__ void scale(float* a, float by) { a[threadIdx.x] *= by; }

int main(int argc, char**) {
    float *a, *b, host[32];
    for (float& x : host) x = 1;
    cudaMalloc(&a, sizeof host);
    cudaMalloc(&b, sizeof host);
    cudaMemcpy(a, host, sizeof host, cudaMemcpyHostToDevice);
    cudaStream_t stream;
    cudaStreamCreateWithFlags(&stream, argc == 1 ? cudaStreamDefault : cudaStreamNonBlocking);
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed);
    scale<<<1, 32, 0, stream>>>(a, 2);
    cudaMemcpy(b, host, sizeof host, cudaMemcpyHostToDevice);  // EXPECT launch_error
    scale<<<1, 32, 0, stream>>>(b, 2);
    cudaGraph_t graph = nullptr;
    cudaStreamEndCapture(stream, &graph);
    if (graph) {
        cudaGraphExec_t runs;
        cudaGraphInstantiate(&runs, graph, 0);
        cudaGraphLaunch(runs, stream);
        cudaStreamSynchronize(stream);
        cudaGraphExecDestroy(runs);
        cudaGraphDestroy(graph);
        cudaMemcpy(host, b, sizeof host, cudaMemcpyDeviceToHost);
    }
    cudaStreamDestroy(stream);
    cudaFree(a);
    cudaFree(b);
    return argc > 1 && host[7] != 2;
}
