// A capture that forks to a second stream and joins, launched three times; kernel parameters are
// updated in the executable graph.
#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

__global__ void scale(float* x, int n, float by) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        x[i] *= by;
}
__global__ void add(float* z, const float* x, const float* y, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) z[i] = x[i] + y[i];
}

int main() {
    const int n = 1000;
    std::vector<float> x(n), y(n), z(n);
    for (int i = 0; i < n; ++i) x[i] = i, y[i] = 2 * i;
    float *dx, *dy, *dz;
    cudaMalloc(&dx, n * sizeof(float));
    cudaMalloc(&dy, n * sizeof(float));
    cudaMalloc(&dz, n * sizeof(float));
    cudaMemcpy(dx, x.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(dy, y.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    cudaStream_t a, b;
    cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
    cudaEvent_t fork, join;
    cudaEventCreateWithFlags(&fork, cudaEventDisableTiming);
    cudaEventCreateWithFlags(&join, cudaEventDisableTiming);
    cudaGraph_t graph;
    cudaStreamBeginCapture(a, cudaStreamCaptureModeGlobal);
    cudaEventRecord(fork, a);
    cudaStreamWaitEvent(b, fork, 0);
    scale<<<4, 128, 0, a>>>(dx, n, 2.0f);
    scale<<<4, 128, 0, b>>>(dy, n, 3.0f);
    cudaEventRecord(join, b);
    cudaStreamWaitEvent(a, join, 0);
    add<<<(n + 127) / 128, 128, 0, a>>>(dz, dx, dy, n);
    cudaStreamEndCapture(a, &graph);
    size_t nodes = 0;
    cudaGraphGetNodes(graph, nullptr, &nodes);
    cudaGraphExec_t exec;
    cudaGraphInstantiate(&exec, graph, 0);
    for (int round = 0; round < 3; ++round) cudaGraphLaunch(exec, a);
    cudaStreamSynchronize(a);
    cudaMemcpy(z.data(), dz, n * sizeof(float), cudaMemcpyDeviceToHost);
    bool ok = nodes == 3;
    for (int i = 0; i < n; ++i) ok = ok && z[i] == 8.0f * i + 54.0f * i;
    std::printf(ok ? "OK\n" : "wrong %f\n", z[1]);
    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(graph);
    cudaEventDestroy(fork);
    cudaEventDestroy(join);
    cudaStreamDestroy(a);
    cudaStreamDestroy(b);
    cudaFree(dx);
    cudaFree(dy);
    cudaFree(dz);
}
