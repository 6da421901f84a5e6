// Takes the runner's place behind a lab's main.cpp: times each function that works on device
// memory, at three sizes. Inputs come from outside the L2 cache: a graph of calls, each with arrays
// of its own, runs after the cache has been overwritten. Prints a JSON object a function and size.
// The solutions must be compiled with --default-stream per-thread: only then can they be captured.
#include <algorithm>
#include <exception>
#include <random>

#include "harness.hpp"

namespace {

constexpr Shape shapes[] = {{256, 256}, {2048, 1024}, {32768, 1024}};
constexpr int repetitions = 11;
constexpr std::size_t flushed_bytes = std::size_t{256} << 20;
constexpr std::size_t most_bytes = std::size_t{1} << 30;
constexpr int most_calls = 20;

struct Arrays {
    float *y, *A, *x, *b;
    std::map<std::string, float*> scratch_memory;
};

float* upload(std::size_t count, std::mt19937& bits) {
    std::vector<float> host(count);
    for (float& value : host) value = static_cast<float>(bits() % 2048) / 1024 - 1;
    float* device;
    check(cudaMalloc(&device, count * sizeof(float)));
    check(cudaMemcpy(device, host.data(), count * sizeof(float), cudaMemcpyHostToDevice));
    return device;
}

std::vector<Arrays> make_arrays(const runner::Matvec& function, Shape shape) {
    const bool transposed = function.layout == runner::Layout::column_major_transposed;
    const int outputs = transposed ? shape.m : shape.n, inputs = transposed ? shape.n : shape.m;
    const std::size_t elements = std::size_t(shape.n) * shape.m;
    const auto calls = std::clamp<std::size_t>(most_bytes / (4 * elements), 2, most_calls);
    std::mt19937 bits{1};
    std::vector<Arrays> all(calls);
    for (Arrays& arrays : all) {
        arrays = {upload(outputs, bits),
                  upload(elements, bits),
                  upload(inputs, bits),
                  upload(outputs, bits),
                  {}};
        for (const auto& [name, count] : function.scratch_memory)
            arrays.scratch_memory[name] = upload(count(shape.n, shape.m), bits);
    }
    return all;
}

void free_all(const std::vector<Arrays>& all) {
    for (const Arrays& one : all) {
        for (float* array : {one.y, one.A, one.x, one.b}) check(cudaFree(array));
        for (const auto& scratch : one.scratch_memory) check(cudaFree(scratch.second));
    }
}

cudaGraphExec_t capture(const runner::Matvec& function, Shape shape,
                        const std::vector<Arrays>& all) {
    cudaGraph_t graph;
    cudaGraphExec_t calls;
    check(cudaStreamBeginCapture(cudaStreamPerThread, cudaStreamCaptureModeRelaxed));
    for (const Arrays& arrays : all)
        function.body({shape.n, shape.m, arrays.y, arrays.A, arrays.x, arrays.b, harness.presets,
                       arrays.scratch_memory});
    check(cudaStreamEndCapture(cudaStreamPerThread, &graph));
    check(cudaGraphInstantiate(&calls, graph, 0));
    check(cudaGraphDestroy(graph));
    return calls;
}

// Microseconds a call, sorted.
std::vector<float> times(cudaGraphExec_t calls, std::size_t count, void* flushed) {
    cudaEvent_t start, stop;
    check(cudaEventCreate(&start));
    check(cudaEventCreate(&stop));
    std::vector<float> measured;
    for (int i = -1; i < repetitions; ++i) {  // the first run loads the kernels
        check(cudaMemsetAsync(flushed, i, flushed_bytes, cudaStreamPerThread));
        check(cudaEventRecord(start, cudaStreamPerThread));
        check(cudaGraphLaunch(calls, cudaStreamPerThread));
        check(cudaEventRecord(stop, cudaStreamPerThread));
        check(cudaEventSynchronize(stop));
        float milliseconds;
        check(cudaEventElapsedTime(&milliseconds, start, stop));
        if (i >= 0) measured.push_back(milliseconds * 1e3f / static_cast<float>(count));
    }
    std::sort(measured.begin(), measured.end());
    return measured;
}

void measure(const runner::Matvec& function, Shape shape, void* flushed) {
    const auto arrays = make_arrays(function, shape);
    const cudaGraphExec_t calls = capture(function, shape, arrays);
    const auto measured = times(calls, arrays.size(), flushed);
    std::printf(
        "{\"function\":\"%s\",\"n\":%d,\"m\":%d,\"microseconds\":%.2f,\"least\":%.2f,"
        "\"most\":%.2f}\n",
        function.name.c_str(), shape.n, shape.m, measured[measured.size() / 2], measured.front(),
        measured.back());
    check(cudaGraphExecDestroy(calls));
    free_all(arrays);
}

// Whether it can be called at all: not every function takes every shape.
bool takes(const runner::Matvec& function, Shape shape) {
    const auto arrays = make_arrays(function, shape);
    bool takes = true;
    try {
        const Arrays& one = arrays.front();
        function.body(
            {shape.n, shape.m, one.y, one.A, one.x, one.b, harness.presets, one.scratch_memory});
    } catch (const std::exception& why) {
        std::fprintf(stderr, "times: %s, %d x %d: %s\n", function.name.c_str(), shape.n, shape.m,
                     why.what());
        cudaGetLastError();
        takes = false;
    }
    check(cudaDeviceSynchronize());
    free_all(arrays);
    return takes;
}

}  // namespace

int runner::Program::run(int, char**) {
    void* flushed;
    check(cudaMalloc(&flushed, flushed_bytes));
    for (const Matvec& function : harness.functions)
        for (const Shape& shape : harness.shapes(shapes))
            if (function.memory == Memory::device && takes(function, shape))
                measure(function, shape, flushed);
    check(cudaFree(flushed));
    return 0;
}
