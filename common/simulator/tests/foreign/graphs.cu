// Graphs in the manner of vendor samples: a reduction captured from two streams and launched often,
// the same made node by node, arguments that were copied, nodes that are changed, and what may not
// be done while a stream captures.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstring>
#include <vector>

static int failures = 0;
static void expect(bool good, const char* what) {
    if (good) return;
    ++failures;
    std::printf("FAILED %s\n", what);
}

__global__ void add(int* to, int by, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) to[i] += by;
}

__global__ void sum_up(const int* from, int n, long long* sum) {
    __shared__ long long partial[128];
    long long own = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x) own += from[i];
    partial[threadIdx.x] = own;
    for (int half = blockDim.x / 2; half > 0; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half) partial[threadIdx.x] += partial[threadIdx.x + half];
    }
    if (threadIdx.x == 0) *sum = partial[0];
}

static void count_call(void* calls) {
    ++*static_cast<int*>(calls);
}

static void captured_from_two_streams() {
    const int n = 1000;
    int *a, *b;
    long long *sums, *result;
    cudaMalloc(&a, n * sizeof(int));
    cudaMalloc(&b, n * sizeof(int));
    cudaMalloc(&sums, 2 * sizeof(long long));
    cudaMallocHost(&result, 2 * sizeof(long long));
    cudaStream_t main_stream, side;
    cudaEvent_t fork, join;
    cudaStreamCreate(&main_stream);
    cudaStreamCreate(&side);
    cudaEventCreate(&fork);
    cudaEventCreate(&join);
    int by = 1, calls = 0;

    cudaStreamBeginCapture(main_stream, cudaStreamCaptureModeGlobal);
    cudaMemsetAsync(a, 0, n * sizeof(int), main_stream);
    cudaEventRecord(fork, main_stream);
    cudaStreamWaitEvent(side, fork, 0);
    cudaMemsetAsync(b, 0, n * sizeof(int), side);
    add<<<8, 128, 0, side>>>(b, 2 * by, n);
    sum_up<<<1, 128, 0, side>>>(b, n, sums + 1);
    cudaEventRecord(join, side);
    add<<<8, 128, 0, main_stream>>>(a, by, n);
    by = 100;  // the graph has copied it
    sum_up<<<1, 128, 0, main_stream>>>(a, n, sums);
    cudaStreamWaitEvent(main_stream, join, 0);
    cudaMemcpyAsync(result, sums, 2 * sizeof(long long), cudaMemcpyDefault, main_stream);
    cudaLaunchHostFunc(main_stream, count_call, &calls);
    cudaStreamCaptureStatus status;
    cudaStreamIsCapturing(side, &status);
    expect(status == cudaStreamCaptureStatusActive, "the capture spreads");
    cudaGraph_t graph;
    expect(cudaStreamEndCapture(main_stream, &graph) == cudaSuccess, "end of the capture");
    cudaGetLastError();
    expect(calls == 0, "nothing runs while it is captured");
    size_t count = 0;
    cudaGraphGetNodes(graph, nullptr, &count);
    expect(count == 8, "nodes captured");

    cudaGraphExec_t exec;
    expect(cudaGraphInstantiate(&exec, graph, nullptr, nullptr, 0) == cudaSuccess, "instantiate");
    cudaGraphDestroy(graph);
    cudaGraphUpload(exec, main_stream);
    for (int i = 0; i < 3; ++i) cudaGraphLaunch(exec, main_stream);
    cudaStreamSynchronize(main_stream);
    expect(result[0] == n && result[1] == 2 * n, "sums");
    expect(calls == 3, "the host's function runs with every launch");
    cudaGraphExecDestroy(exec);
    cudaStreamDestroy(main_stream);
    cudaStreamDestroy(side);
    cudaEventDestroy(fork);
    cudaEventDestroy(join);
    cudaFree(a);
    cudaFree(b);
    cudaFree(sums);
    cudaFreeHost(result);
}

static void made_node_by_node() {
    int n = 300, by = 5;
    int *a, host[300];
    long long *sum, result = 0;
    cudaMalloc(&a, n * sizeof(int));
    cudaMalloc(&sum, sizeof(long long));
    for (int i = 0; i < n; ++i) host[i] = i;

    cudaGraph_t graph, clone;
    cudaGraphNode_t up, added, clear, summed, down, nothing;
    cudaGraphCreate(&graph, 0);
    cudaGraphAddMemcpyNode1D(&up, graph, nullptr, 0, a, host, sizeof host, cudaMemcpyHostToDevice);
    void* add_arguments[] = {&a, &by, &n};
    cudaKernelNodeParams kernel = {};
    kernel.func = reinterpret_cast<void*>(add);
    kernel.gridDim = dim3(3);
    kernel.blockDim = dim3(128);
    kernel.kernelParams = add_arguments;
    cudaGraphAddKernelNode(&added, graph, &up, 1, &kernel);
    cudaMemsetParams zero = {};
    zero.dst = sum;
    zero.elementSize = 4;
    zero.width = 2;
    zero.height = 1;
    cudaGraphAddMemsetNode(&clear, graph, nullptr, 0, &zero);
    void* sum_arguments[] = {&a, &n, &sum};
    cudaKernelNodeParams reduce = kernel;
    reduce.func = reinterpret_cast<void*>(sum_up);
    reduce.gridDim = dim3(1);
    reduce.kernelParams = sum_arguments;
    const std::vector<cudaGraphNode_t> both = {added, clear};
    cudaGraphAddKernelNode(&summed, graph, both.data(), both.size(), &reduce);
    cudaMemcpy3DParms copy;
    std::memset(&copy, 0, sizeof copy);
    copy.srcPtr = make_cudaPitchedPtr(sum, sizeof(long long), 1, 1);
    copy.dstPtr = make_cudaPitchedPtr(&result, sizeof(long long), 1, 1);
    copy.extent = make_cudaExtent(sizeof(long long), 1, 1);
    copy.kind = cudaMemcpyDeviceToHost;
    cudaGraphAddMemcpyNode(&down, graph, &summed, 1, &copy);
    cudaGraphAddEmptyNode(&nothing, graph, &down, 1);
    by = 7;  // the node has copied the argument

    cudaGraphExec_t exec;
    cudaGraphClone(&clone, graph);
    cudaGraphInstantiateWithFlags(&exec, clone, 0);
    cudaGraphLaunch(exec, nullptr);
    cudaDeviceSynchronize();
    const long long plain = 300 * 299 / 2;
    expect(result == plain + 5 * n, "explicit nodes");
    cudaGraphExecKernelNodeSetParams(exec, added, &kernel);
    cudaGraphLaunch(exec, nullptr);
    cudaDeviceSynchronize();
    expect(result == plain + 7 * n, "a node with new arguments");
    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(graph);
    cudaGraphDestroy(clone);
    cudaFree(a);
    cudaFree(sum);
}

static void double_it(void* value) { *static_cast<int*>(value) *= 2; }

// By the function that adds nodes of every type.
static void made_by_descriptions() {
    int *a, host = 0, by = 5;
    cudaMalloc(&a, sizeof(int));
    cudaGraph_t graph;
    cudaGraphCreate(&graph, 0);
    cudaGraphNode_t fill, first, second, back, end;
    cudaGraphNodeParams p = {};
    p.type = cudaGraphNodeTypeMemset;
    p.memset.dst = a;
    p.memset.elementSize = sizeof(int);
    p.memset.value = 7;
    p.memset.width = p.memset.height = 1;
    expect(cudaGraphAddNode(&fill, graph, nullptr, nullptr, 0, &p) == cudaSuccess, "a fill");
    int n = 1;
    void* arguments[] = {&a, &by, &n};
    p = {};
    p.type = cudaGraphNodeTypeKernel;
    p.kernel.func = (void*)add;
    p.kernel.gridDim = dim3(1);
    p.kernel.blockDim = dim3(32);
    p.kernel.kernelParams = arguments;
    expect(cudaGraphAddNode(&first, graph, &fill, nullptr, 1, &p) == cudaSuccess, "a kernel");
    by = 100;
    cudaGraphAddNode(&second, graph, &first, nullptr, 1, &p);
    cudaGraphNodeParams copy = {};
    copy.type = cudaGraphNodeTypeMemcpy;
    copy.memcpy.copyParams.srcPtr = make_cudaPitchedPtr(a, sizeof(int), 1, 1);
    copy.memcpy.copyParams.dstPtr = make_cudaPitchedPtr(&host, sizeof(int), 1, 1);
    copy.memcpy.copyParams.extent = make_cudaExtent(sizeof(int), 1, 1);
    copy.memcpy.copyParams.kind = cudaMemcpyDeviceToHost;
    expect(cudaGraphAddNode(&back, graph, &second, nullptr, 1, &copy) == cudaSuccess, "a copy");
    cudaGraphNodeParams last = {};
    last.type = cudaGraphNodeTypeHost;
    last.host.fn = double_it;
    last.host.userData = &host;
    expect(cudaGraphAddNode(&end, graph, &back, nullptr, 1, &last) == cudaSuccess, "a function");
    cudaGraphExec_t exec;
    cudaGraphInstantiate(&exec, graph, 0);
    cudaGraphLaunch(exec, nullptr);
    cudaDeviceSynchronize();
    expect(host == 2 * (7 + 5 + 100), "nodes of every type");
    by = 1000;
    expect(cudaGraphExecNodeSetParams(exec, second, &p) == cudaSuccess, "other arguments");
    expect(cudaGraphExecNodeSetParams(exec, fill, &p) == cudaErrorInvalidValue, "another type");
    cudaGetLastError();
    cudaGraphLaunch(exec, nullptr);
    cudaDeviceSynchronize();
    expect(host == 2 * (7 + 5 + 1000), "a kernel with other arguments");
    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(graph);
    cudaFree(a);
}

static void wrong_captures() {
    cudaStream_t one, other;
    cudaEvent_t event;
    cudaStreamCreate(&one);
    cudaStreamCreate(&other);
    cudaEventCreate(&event);
    cudaGraph_t graph;
    int* a;
    cudaMalloc(&a, sizeof(int));
    expect(cudaStreamBeginCapture(nullptr, cudaStreamCaptureModeGlobal) ==
               cudaErrorStreamCaptureUnsupported,
           "the legacy stream does not capture");
    cudaStreamBeginCapture(one, cudaStreamCaptureModeGlobal);
    cudaMemsetAsync(a, 0, sizeof(int), one);
    cudaEventRecord(event, one);
    cudaStreamWaitEvent(other, event, 0);
    cudaMemsetAsync(a, 1, sizeof(int), other);
    expect(cudaMemset(a, 0, sizeof(int)) == cudaErrorStreamCaptureImplicit,
           "the legacy stream would wait");
    cudaStreamCaptureStatus status;
    cudaStreamIsCapturing(other, &status);
    expect(status == cudaStreamCaptureStatusInvalidated, "that spoils the capture");
    expect(cudaMemsetAsync(a, 1, sizeof(int), other) == cudaErrorStreamCaptureInvalidated,
           "nothing is captured any more");
    expect(cudaStreamEndCapture(one, &graph) == cudaErrorStreamCaptureInvalidated,
           "no graph of such a capture");
    cudaStreamBeginCapture(one, cudaStreamCaptureModeGlobal);
    cudaMemsetAsync(a, 0, sizeof(int), one);
    expect(cudaStreamSynchronize(one) == cudaErrorStreamCaptureUnsupported,
           "no waiting for a stream that captures");
    expect(cudaStreamEndCapture(one, &graph) == cudaErrorStreamCaptureInvalidated && !graph,
           "no graph behind that");
    cudaStreamBeginCapture(one, cudaStreamCaptureModeGlobal);
    cudaEventRecord(event, one);
    cudaStreamWaitEvent(other, event, 0);
    cudaMemsetAsync(a, 1, sizeof(int), other);
    expect(cudaStreamEndCapture(one, &graph) == cudaErrorStreamCaptureUnjoined,
           "a stream that is not joined");
    expect(graph == nullptr, "no graph then");
    cudaGetLastError();
    cudaStreamDestroy(one);
    cudaStreamDestroy(other);
    cudaEventDestroy(event);
    cudaFree(a);
}

int main() {
    captured_from_two_streams();
    made_node_by_node();
    made_by_descriptions();
    wrong_captures();
    std::printf(failures ? "FAILED\n" : "OK\n");
    return failures != 0;
}
