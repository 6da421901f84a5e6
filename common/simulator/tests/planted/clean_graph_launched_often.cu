// Launches of a graph add to an array. They are ordered, even in different streams, because one
// executable graph never runs twice at a time. Two of its nodes use different elements.
#include <cuda_runtime.h>

__global__ void add(int* to, int by) {
    to[threadIdx.x] += by;
}

int main() {
    int *a, result[64];
    cudaMalloc(&a, 64 * sizeof(int));
    cudaMemset(a, 0, 64 * sizeof(int));
    cudaDeviceSynchronize();
    cudaStream_t streams[2];
    cudaEvent_t fork, join;
    for (cudaStream_t& stream : streams) cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    cudaEventCreate(&fork);
    cudaEventCreate(&join);
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaStreamBeginCapture(streams[0], cudaStreamCaptureModeGlobal);
    cudaEventRecord(fork, streams[0]);
    cudaStreamWaitEvent(streams[1], fork, 0);
    add<<<1, 32, 0, streams[0]>>>(a, 1);
    add<<<1, 32, 0, streams[1]>>>(a + 32, 2);
    cudaEventRecord(join, streams[1]);
    cudaStreamWaitEvent(streams[0], join, 0);
    add<<<1, 64, 0, streams[0]>>>(a, 10);
    cudaStreamEndCapture(streams[0], &graph);
    cudaGraphInstantiateWithFlags(&exec, graph, 0);
    for (int i = 0; i < 4; ++i) cudaGraphLaunch(exec, streams[i % 2]);
    cudaDeviceSynchronize();
    cudaMemcpy(result, a, sizeof result, cudaMemcpyDeviceToHost);
    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(graph);
    for (cudaStream_t& stream : streams) cudaStreamDestroy(stream);
    cudaEventDestroy(fork);
    cudaEventDestroy(join);
    cudaFree(a);
    return result[0] == 44 && result[63] == 48 ? 0 : 1;
}
