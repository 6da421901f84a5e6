// Overlap as the guides draw it: chunks in streams, events across streams, priorities, host
// functions in line, stream-ordered allocation, attributes of the streams asked back.
#include <cuda_runtime.h>
#include <cstdio>
#include <vector>
#include <numeric>
#include <stdexcept>
#include <string>

class cuda_error : public std::runtime_error {
  public:
    explicit cuda_error(cudaError_t e) : std::runtime_error(std::string(cudaGetErrorName(e)) + ": " + cudaGetErrorString(e)) {}
};
static void operator>>(cudaError_t status, std::nullptr_t) {
    if (status != cudaSuccess) throw cuda_error(status);
}
#define CU(call) ((call) >> nullptr)

struct Stream {
    cudaStream_t s{};
    explicit Stream(int priority = 0) { CU(cudaStreamCreateWithPriority(&s, cudaStreamNonBlocking, priority)); }
    Stream(const Stream &) = delete;
    Stream(Stream &&other) noexcept : s(other.s) { other.s = nullptr; }
    ~Stream() { if (s) cudaStreamDestroy(s); }
    operator cudaStream_t() const { return s; }
};
struct Event {
    cudaEvent_t e;
    Event() { CU(cudaEventCreateWithFlags(&e, cudaEventDisableTiming)); }
    ~Event() { cudaEventDestroy(e); }
    operator cudaEvent_t() const { return e; }
};

__global__ void kernel(float *a, int offset, int n) {
    int i = offset + threadIdx.x + blockIdx.x * blockDim.x;
    if (i >= n) return;
    float x = (float)i, s = sinf(x), c = cosf(x);
    a[i] = a[i] + sqrtf(s * s + c * c);
}
__global__ void accumulate(const float *a, int n, float *total) {
    float sum = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x) sum += a[i];
    atomicAdd(total, sum);
}

static void CUDART_CB count_call(void *data) { ++*static_cast<int *>(data); }
static void CUDART_CB note_status(cudaStream_t, cudaError_t status, void *data) { *static_cast<cudaError_t *>(data) = status; }

int main() try {
    const int nStreams = 4, n = 1024 * nStreams, streamSize = n / nStreams, bytes = n * sizeof(float);
    float *a, *d_a, *d_total, total = 0;
    CU(cudaMallocHost((void **)&a, bytes));
    CU(cudaMalloc((void **)&d_a, bytes));
    std::fill(a, a + n, 0.0f);
    int least, greatest, calls = 0, flag_priority = 1;
    cudaError_t status = cudaErrorUnknown;
    CU(cudaDeviceGetStreamPriorityRange(&least, &greatest));
    std::vector<Stream> streams;
    for (int i = 0; i < nStreams; ++i) streams.emplace_back(i % 2 ? least : greatest);
    unsigned flags = 99;
    CU(cudaStreamGetPriority(streams[0], &flag_priority));
    CU(cudaStreamGetFlags(streams[0], &flags));
    bool ok = flag_priority == greatest && flags == cudaStreamNonBlocking;
    for (int i = 0; i < nStreams; ++i) {
        int offset = i * streamSize;
        CU(cudaMemcpyAsync(&d_a[offset], &a[offset], bytes / nStreams, cudaMemcpyHostToDevice, streams[i]));
        kernel<<<streamSize / 256, 256, 0, streams[i]>>>(d_a, offset, n);
        CU(cudaMemcpyAsync(&a[offset], &d_a[offset], bytes / nStreams, cudaMemcpyDeviceToHost, streams[i]));
        CU(cudaLaunchHostFunc(streams[i], count_call, &calls));
    }
    Event done[4];
    for (int i = 1; i < nStreams; ++i) {
        CU(cudaEventRecord(done[i], streams[i]));
        CU(cudaStreamWaitEvent(streams[0], done[i], 0));
    }
    CU(cudaMallocAsync((void **)&d_total, sizeof(float), streams[0]));
    CU(cudaMemsetAsync(d_total, 0, sizeof(float), streams[0]));
    accumulate<<<1, 128, 0, streams[0]>>>(d_a, n, d_total);
    CU(cudaMemcpyAsync(&total, d_total, sizeof(float), cudaMemcpyDeviceToHost, streams[0]));
    CU(cudaFreeAsync(d_total, streams[0]));
    CU(cudaStreamAddCallback(streams[0], note_status, &status, 0));
    CU(cudaStreamSynchronize(streams[0]));
    while (cudaStreamQuery(streams[0]) == cudaErrorNotReady) {}
    ok = ok && total > 0.999f * n && total < 1.001f * n && status == cudaSuccess;
    for (auto &s : streams) CU(cudaStreamSynchronize(s));
    float maxE = 0;
    for (int i = 0; i < n; i++) maxE = std::max(maxE, std::fabs(a[i] - 1.0f));
    ok = ok && calls == nStreams && maxE < 1e-5f;

    cudaMemPool_t pool;
    unsigned long long keep = ~0ull;
    int *p;
    CU(cudaDeviceGetDefaultMemPool(&pool, 0));
    CU(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &keep));
    CU(cudaMallocFromPoolAsync((void **)&p, 64, pool, 0));
    CU(cudaFreeAsync(p, 0));
    CU(cudaStreamSynchronize(0));
    CU(cudaMemPoolTrimTo(pool, 0));

    cudaMemPool_t own, used;
    cudaMemPoolProps properties = {};
    properties.allocType = cudaMemAllocationTypePinned;
    properties.location.type = cudaMemLocationTypeDevice;
    properties.location.id = 0;
    CU(cudaMemPoolCreate(&own, &properties));
    CU(cudaDeviceSetMemPool(0, own));
    CU(cudaDeviceGetMemPool(&used, 0));
    ok = ok && used == own;
    CU(cudaMallocFromPoolAsync((void **)&p, 64, own, 0));
    CU(cudaFreeAsync(p, 0));
    CU(cudaStreamSynchronize(0));
    CU(cudaMemPoolDestroy(own));
    ok = ok && cudaMemPoolDestroy(pool) == cudaErrorInvalidValue && cudaGetLastError() != cudaSuccess;

    cudaEvent_t begin, end;
    float ms = -1;
    CU(cudaEventCreate(&begin));
    CU(cudaEventCreate(&end));
    CU(cudaEventRecord(begin));
    kernel<<<1, 32>>>(d_a, 0, 32);
    CU(cudaEventRecord(end));
    CU(cudaEventSynchronize(end));
    CU(cudaEventElapsedTime(&ms, begin, end));
    cudaEventDestroy(begin);
    cudaEventDestroy(end);
    CU(cudaFree(d_a));
    CU(cudaFreeHost(a));
    std::puts(ok && ms >= 0 ? "OK" : "FAILED");
    return !ok;
} catch (const cuda_error &e) {
    std::fprintf(stderr, "%s\n", e.what());
    return 2;
}
