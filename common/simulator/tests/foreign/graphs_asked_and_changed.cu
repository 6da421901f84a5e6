// Graphs that are looked at and changed, as vendor samples and libraries do it: nodes and edges
// that are asked for, parameters that are read and set, of nodes that the program made and of
// captured ones, in the graph and in the executable graph; graphs within graphs, events, disabled
// nodes.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call)                                                          \
    do {                                                                     \
        const cudaError_t error = (call);                                    \
        if (error != cudaSuccess) {                                          \
            std::printf("line %d: %s\n", __LINE__, cudaGetErrorName(error)); \
            std::exit(1);                                                    \
        }                                                                    \
    } while (0)

__global__ void axpb(float* x, float a, float b, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] = a * x[i] + b;
}
__global__ void sum(const float* x, float* out, int n) {
    __shared__ float s[256];
    float v = 0;
    for (int i = threadIdx.x; i < n; i += 256) v += x[i];
    s[threadIdx.x] = v;
    __syncthreads();
    for (int d = 128; d; d >>= 1) {
        if (threadIdx.x < d) s[threadIdx.x] += s[threadIdx.x + d];
        __syncthreads();
    }
    if (!threadIdx.x) *out = s[0];
}
static int made_by_the_program() {
    int n = 1000;
    std::vector<float> h(n, 1.f);
    float *d, *o;
    float result = 0;
    CHECK(cudaMalloc(&d, n * sizeof(float)));
    CHECK(cudaMalloc(&o, sizeof(float)));
    cudaGraph_t g;
    CHECK(cudaGraphCreate(&g, 0));
    cudaGraphNode_t up, k1, k2, down;
    CHECK(cudaGraphAddMemcpyNode1D(&up, g, nullptr, 0, d, h.data(), n * sizeof(float),
                                   cudaMemcpyHostToDevice));
    float a = 2, b = 3;
    void* args1[] = {&d, &a, &b, &n};
    cudaKernelNodeParams p = {};
    p.func = (void*)axpb;
    p.gridDim = dim3((n + 127) / 128);
    p.blockDim = dim3(128);
    p.kernelParams = args1;
    CHECK(cudaGraphAddKernelNode(&k1, g, &up, 1, &p));
    void* args2[] = {&d, &o, &n};
    cudaKernelNodeParams p2 = {};
    p2.func = (void*)sum;
    p2.gridDim = dim3(1);
    p2.blockDim = dim3(256);
    p2.kernelParams = args2;
    CHECK(cudaGraphAddKernelNode(&k2, g, &k1, 1, &p2));
    CHECK(cudaGraphAddMemcpyNode1D(&down, g, &k2, 1, &result, o, sizeof(float),
                                   cudaMemcpyDeviceToHost));
    size_t nn = 0;
    CHECK(cudaGraphGetNodes(g, nullptr, &nn));
    if (nn != 4) return 1;
    size_t roots = 0;
    CHECK(cudaGraphGetRootNodes(g, nullptr, &roots));
    if (roots != 1) return 2;
    size_t edges = 0;
    CHECK(cudaGraphGetEdges(g, nullptr, nullptr, nullptr, &edges));
    if (edges != 3) return 3;
    cudaKernelNodeParams q;
    CHECK(cudaGraphKernelNodeGetParams(k1, &q));
    if (q.blockDim.x != 128 || q.gridDim.x != 8 || q.func != (void*)axpb) return 4;
    if (*(float*)q.kernelParams[1] != 2.f) return 5;
    cudaGraphExec_t e;
    CHECK(cudaGraphInstantiate(&e, g, 0));
    cudaStream_t s;
    CHECK(cudaStreamCreate(&s));
    CHECK(cudaGraphLaunch(e, s));
    CHECK(cudaStreamSynchronize(s));
    if (result != 5000) return 6;
    float a2 = 10;
    args1[1] = &a2;
    p.kernelParams = args1;
    CHECK(cudaGraphExecKernelNodeSetParams(e, k1, &p));
    CHECK(cudaGraphLaunch(e, s));
    CHECK(cudaStreamSynchronize(s));
    if (result != 13000) return 7;
    // update the source graph and the exec graph from it
    float b2 = 0;
    args1[2] = &b2;
    CHECK(cudaGraphKernelNodeSetParams(k1, &p));
    cudaGraphExecUpdateResultInfo info;
    CHECK(cudaGraphExecUpdate(e, g, &info));
    CHECK(cudaGraphLaunch(e, s));
    CHECK(cudaStreamSynchronize(s));
    if (result != 10000) return 8;
    std::vector<float> h2(n, 4.f);
    CHECK(cudaGraphExecMemcpyNodeSetParams1D(e, up, d, h2.data(), n * sizeof(float),
                                             cudaMemcpyHostToDevice));
    CHECK(cudaGraphLaunch(e, s));
    CHECK(cudaStreamSynchronize(s));
    if (result != 40000) return 9;
    CHECK(cudaGraphExecDestroy(e));
    CHECK(cudaGraphDestroy(g));
    CHECK(cudaStreamDestroy(s));
    CHECK(cudaFree(d));
    CHECK(cudaFree(o));
    return 0;
}

__global__ void fill(int* p, int v, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) p[i] = v;
}
__global__ void add(int* p, const int* q, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) p[i] += q[i];
}
static int with_a_graph_inside() {
    int n = 512;
    int* a;
    CHECK(cudaMalloc(&a, n * 4));
    cudaGraph_t child;
    CHECK(cudaGraphCreate(&child, 0));
    cudaGraphNode_t f;
    int v = 3;
    void* fa[] = {&a, &v, &n};
    cudaKernelNodeParams kp = {};
    kp.func = (void*)fill;
    kp.gridDim = 4;
    kp.blockDim = 128;
    kp.kernelParams = fa;
    CHECK(cudaGraphAddKernelNode(&f, child, nullptr, 0, &kp));
    cudaGraph_t g;
    CHECK(cudaGraphCreate(&g, 0));
    cudaGraphNode_t cn;
    CHECK(cudaGraphAddChildGraphNode(&cn, g, nullptr, 0, child));
    cudaGraphNode_t mset;
    cudaMemsetParams mp = {};
    int* b;
    CHECK(cudaMalloc(&b, n * 4));
    mp.dst = b;
    mp.value = 0;
    mp.elementSize = 4;
    mp.width = n;
    mp.height = 1;
    mp.pitch = 0;
    CHECK(cudaGraphAddMemsetNode(&mset, g, nullptr, 0, &mp));
    cudaGraphNode_t deps[] = {cn, mset}, ad;
    void* aa[] = {&a, &b, &n};
    cudaKernelNodeParams kq = kp;
    kq.func = (void*)add;
    kq.kernelParams = aa;
    CHECK(cudaGraphAddKernelNode(&ad, g, deps, 2, &kq));
    size_t nd = 0;
    CHECK(cudaGraphNodeGetDependencies(ad, nullptr, nullptr, &nd));
    if (nd != 2) return 1;
    size_t ndd = 0;
    CHECK(cudaGraphNodeGetDependentNodes(cn, nullptr, nullptr, &ndd));
    if (ndd != 1) return 2;
    cudaEvent_t ev;
    CHECK(cudaEventCreate(&ev));
    cudaGraphNode_t en;
    CHECK(cudaGraphAddEventRecordNode(&en, g, &ad, 1, ev));
    cudaGraphExec_t e;
    CHECK(cudaGraphInstantiate(&e, g, 0));
    CHECK(cudaGraphLaunch(e, 0));
    CHECK(cudaEventSynchronize(ev));
    CHECK(cudaDeviceSynchronize());
    int h[512];
    CHECK(cudaMemcpy(h, a, n * 4, cudaMemcpyDeviceToHost));
    for (int x : h)
        if (x != 3) return 3;
    CHECK(cudaGraphDebugDotPrint(g, "/dev/null", cudaGraphDebugDotFlagsVerbose));
    cudaGraph_t inner;
    CHECK(cudaGraphChildGraphNodeGetGraph(cn, &inner));
    if (inner == child) return 4;
    CHECK(cudaGraphNodeGetDependencies(ad, deps, nullptr, &nd));
    if (deps[0] != cn || deps[1] != mset) return 5;
    int v2 = 8;
    fa[1] = &v2;
    CHECK(cudaGraphKernelNodeSetParams(f, &kp));
    CHECK(cudaGraphExecChildGraphNodeSetParams(e, cn, child));
    CHECK(cudaGraphLaunch(e, 0));
    CHECK(cudaMemcpy(h, a, n * 4, cudaMemcpyDeviceToHost));
    for (int x : h)
        if (x != 8) return 6;
    CHECK(cudaGraphRemoveDependencies(g, &ad, &en, nullptr, 1));
    CHECK(cudaGraphGetRootNodes(g, nullptr, &nd));
    if (nd != 3) return 7;
    cudaGraphExecDestroy(e);
    cudaGraphDestroy(g);
    cudaGraphDestroy(child);
    cudaEventDestroy(ev);
    cudaFree(a);
    cudaFree(b);
    return 0;
}

template <typename T>
__global__ void scale(T* x, T f, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] *= f;
}
void CUDART_CB host(void* p) {
    ++*(int*)p;
}
static int captured() {
    const int n = 100;
    float *d, *h;
    CHECK(cudaMalloc(&d, n * 4));
    CHECK(cudaMallocHost(&h, n * 4));
    for (int i = 0; i < n; ++i) h[i] = 1;
    int calls = 0;
    cudaStream_t s, t;
    CHECK(cudaStreamCreate(&s));
    CHECK(cudaStreamCreate(&t));
    cudaGraph_t g;
    CHECK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
    CHECK(cudaMemcpyAsync(d, h, n * 4, cudaMemcpyHostToDevice, s));
    scale<<<1, 128, 0, s>>>(d, 3.f, n);
    cudaStreamCaptureStatus st;
    unsigned long long id = 0;
    cudaGraph_t cg = nullptr;
    const cudaGraphNode_t* deps;
    size_t nd = 0;
    CHECK(cudaStreamGetCaptureInfo(s, &st, &id, &cg, &deps, nullptr, &nd));
    if (st != cudaStreamCaptureStatusActive || nd != 1 || !cg) return 1;
    CHECK(cudaMemcpyAsync(h, d, n * 4, cudaMemcpyDeviceToHost, s));
    CHECK(cudaLaunchHostFunc(s, host, &calls));
    CHECK(cudaMemsetAsync(d, 0, n * 4, s));
    CHECK(cudaStreamEndCapture(s, &g));
    size_t nn;
    CHECK(cudaGraphGetNodes(g, nullptr, &nn));
    std::vector<cudaGraphNode_t> nodes(nn);
    CHECK(cudaGraphGetNodes(g, nodes.data(), &nn));
    cudaGraphExec_t e;
    CHECK(cudaGraphInstantiate(&e, g));
    for (auto node : nodes) {
        cudaGraphNodeType ty;
        CHECK(cudaGraphNodeGetType(node, &ty));
        if (ty == cudaGraphNodeTypeKernel) {
            cudaKernelNodeParams p;
            CHECK(cudaGraphKernelNodeGetParams(node, &p));
            if (p.blockDim.x != 128) return 2;
            float f = *(float*)p.kernelParams[1];
            if (f != 3) return 3;
            float f2 = 5;
            p.kernelParams[1] = &f2;
            CHECK(cudaGraphExecKernelNodeSetParams(e, node, &p));
            unsigned en;
            CHECK(cudaGraphNodeGetEnabled(e, node, &en));
            if (!en) return 9;
        }
        if (ty == cudaGraphNodeTypeMemcpy) {
            cudaMemcpy3DParms p;
            CHECK(cudaGraphMemcpyNodeGetParams(node, &p));
            if (p.extent.width != n * 4) return 4;
            CHECK(cudaGraphExecMemcpyNodeSetParams(e, node, &p));
        }
        if (ty == cudaGraphNodeTypeHost) {
            cudaHostNodeParams p;
            CHECK(cudaGraphHostNodeGetParams(node, &p));
            if (p.userData != &calls) return 5;
        }
        if (ty == cudaGraphNodeTypeMemset) {
            cudaMemsetParams p;
            CHECK(cudaGraphMemsetNodeGetParams(node, &p));
            if (p.value != 0) return 6;
            CHECK(cudaGraphNodeSetEnabled(e, node, 0));
        }
    }
    CHECK(cudaGraphLaunch(e, t));
    CHECK(cudaStreamSynchronize(t));
    if (h[7] != 5 || calls != 1) return 7;
    CHECK(cudaMemcpy(h, d, 4, cudaMemcpyDeviceToHost));
    if (h[0] != 5) return 8;
    cudaGraphExecDestroy(e);
    cudaGraphDestroy(g);
    cudaStreamDestroy(s);
    cudaStreamDestroy(t);
    cudaFree(d);
    cudaFreeHost(h);
    return 0;
}

int main() {
    if (const int at = made_by_the_program()) return std::printf("made: %d\n", at), 1;
    if (const int at = with_a_graph_inside()) return std::printf("inside: %d\n", at), 1;
    if (const int at = captured()) return std::printf("captured: %d\n", at), 1;
    std::puts("OK");
}
