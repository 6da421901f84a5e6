// What a thread may do while a stream captures, by the mode of the capture, by the mode of the thread
// and by the thread that began the capture.
#include <cuda_runtime.h>

#include <cstdio>
#include <thread>

static int failures = 0;
static void expect(bool good, const char* what) {
    if (good) return;
    ++failures;
    std::printf("FAILED %s\n", what);
}

__global__ void set(int* a) { *a = 1; }

// Whether memory can be allocated while `stream` captures, and whether there is a graph then.
struct Answer {
    cudaError_t allocation, end;
    bool operator==(const Answer& other) const {
        return allocation == other.allocation && end == other.end;
    }
};
constexpr Answer allowed{cudaSuccess, cudaSuccess};
constexpr Answer forbidden{cudaErrorStreamCaptureUnsupported, cudaErrorStreamCaptureInvalidated};

static cudaError_t allocate() {
    int* b;
    const cudaError_t error = cudaMalloc(&b, sizeof(int));
    cudaGetLastError();
    if (error == cudaSuccess) cudaFree(b);
    return error;
}

static cudaError_t allocate_in(cudaStreamCaptureMode mode) {
    cudaThreadExchangeStreamCaptureMode(&mode);
    const cudaError_t error = allocate();
    cudaThreadExchangeStreamCaptureMode(&mode);
    return error;
}

template <class Allocate>
static Answer during(cudaStreamCaptureMode mode, int* a, Allocate allocation) {
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaStreamBeginCapture(stream, mode);
    set<<<1, 1, 0, stream>>>(a);
    Answer answer;
    answer.allocation = allocation();
    cudaGraph_t graph;
    answer.end = cudaStreamEndCapture(stream, &graph);
    cudaGetLastError();
    expect((graph == nullptr) == (answer.end != cudaSuccess), "a graph, or an error");
    if (graph) cudaGraphDestroy(graph);
    cudaStreamDestroy(stream);
    return answer;
}

template <class Action>
static auto elsewhere(Action action) {
    return [=] {
        cudaError_t error = cudaSuccess;
        std::thread([&] { error = action(); }).join();
        return error;
    };
}

static void events(int* a) {
    cudaStream_t stream;
    cudaEvent_t inside, outside;
    cudaStreamCreate(&stream);
    cudaEventCreate(&inside);
    cudaEventCreate(&outside);
    cudaEventRecord(outside, stream);
    cudaStreamSynchronize(stream);
    const auto asked = [&](cudaStreamCaptureMode mode, cudaEvent_t event) {
        cudaStreamBeginCapture(stream, mode);
        set<<<1, 1, 0, stream>>>(a);
        cudaEventRecord(inside, stream);
        const cudaError_t error = cudaEventSynchronize(event);
        cudaGraph_t graph;
        cudaStreamEndCapture(stream, &graph);
        if (graph) cudaGraphDestroy(graph);
        cudaGetLastError();
        return error;
    };
    expect(asked(cudaStreamCaptureModeRelaxed, inside) == cudaErrorCapturedEvent, "of the capture");
    expect(asked(cudaStreamCaptureModeRelaxed, outside) == cudaSuccess, "another event, relaxed");
    expect(asked(cudaStreamCaptureModeThreadLocal, outside) == cudaErrorStreamCaptureUnsupported,
           "another event");
    cudaEventDestroy(inside);
    cudaEventDestroy(outside);
    cudaStreamDestroy(stream);
}

int main() {
    constexpr auto global = cudaStreamCaptureModeGlobal, local = cudaStreamCaptureModeThreadLocal,
                   relaxed = cudaStreamCaptureModeRelaxed;
    int* a;
    cudaMalloc(&a, sizeof(int));
    expect(during(global, a, allocate) == forbidden, "global");
    expect(during(local, a, allocate) == forbidden, "thread-local");
    expect(during(relaxed, a, allocate) == allowed, "relaxed");
    expect(during(global, a, [] { return allocate_in(relaxed); }) == allowed, "a relaxed thread");
    expect(during(global, a, elsewhere(allocate)) == forbidden, "global, another thread");
    expect(during(local, a, elsewhere(allocate)) == allowed, "thread-local, another thread");
    expect(during(global, a, elsewhere([] { return allocate_in(local); })) == allowed,
           "another thread that looks at its own captures only");
    for (const auto mode : {global, local, relaxed}) {
        const Answer waits = during(mode, a, elsewhere(cudaDeviceSynchronize));
        expect(waits == forbidden, "no waiting for the device in any mode");
    }
    events(a);
    cudaFree(a);
    std::printf(failures ? "FAILED\n" : "OK\n");
    return failures != 0;
}
