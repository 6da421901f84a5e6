// Replaces the runner behind a lab's main.cpp: times each function with device memory, at three
// sizes, or at those in its arguments: ROWS COLUMNS …. Inputs are not in the L2 cache: the cache is
// overwritten before a graph of calls, each with its own arrays, runs. Calls that cannot be
// captured are made one by one. Slow functions are called less often. Prints one JSON object for
// each function and size. Compile the solutions with --default-stream per-thread, since otherwise
// they cannot be captured.
#include <algorithm>
#include <cstdint>
#include <exception>
#include <functional>
#include <random>

#include "harness.hpp"

namespace {

const std::vector<Shape> shapes{{256, 256}, {2048, 1024}, {32768, 1024}};
const std::vector<Shape> square_shapes{{256, 256}, {1024, 1024}, {4096, 4096}};
constexpr int repetitions = 11, repetitions_of_slow = 3;
constexpr float slow_us = 2000;  // a call; of such, two are made
constexpr std::size_t flushed_bytes = std::size_t{256} << 20;
constexpr std::size_t most_bytes = std::size_t{1} << 30;  // of matrices
constexpr std::size_t most_calls = 20;

// Memory for all calls of a function, allocated once and filled with numbers from -1 to 1.
class Pool {
  public:
    explicit Pool(std::size_t count) : count_(count) {
        check(cudaMalloc(&data_, count * sizeof(float)));
        std::mt19937 bits{1};
        std::vector<float> some(std::min(count, most_drawn));
        for (float& value : some) value = static_cast<float>(bits() % 2048) / 1024 - 1;
        check(cudaMemcpy(data_, some.data(), some.size() * sizeof(float), cudaMemcpyHostToDevice));
        for (std::size_t filled = some.size(); filled < count;) {  // doubles each time
            const std::size_t more = std::min(filled, count - filled);
            check(
                cudaMemcpy(data_ + filled, data_, more * sizeof(float), cudaMemcpyDeviceToDevice));
            filled += more;
        }
    }
    Pool(const Pool&) = delete;
    Pool& operator=(const Pool&) = delete;
    ~Pool() { check(cudaFree(data_)); }

    // The next `count` floats, aligned like cudaMalloc's memory.
    float* take(std::size_t count) {
        float* const begin = data_ + taken_;
        taken_ += padded(count);
        if (taken_ > count_) std::abort();
        return begin;
    }
    static std::size_t padded(std::size_t count) { return (count + 63) / 64 * 64; }

  private:
    static constexpr std::size_t most_drawn = std::size_t{1} << 20;
    float* data_ = nullptr;
    std::size_t count_, taken_ = 0;
};

// The calls' arguments, and the memory of their arrays.
class Calls {
  public:
    Calls(const runner::Matvec& function, Shape shape, std::size_t most)
        : count_(
              std::clamp<std::size_t>(most_bytes / (4 * Sizes(function, shape).elements), 2, most)),
          memory_(count_ * floats_a_call(function, shape)) {
        const Sizes sizes{function, shape};
        for (std::size_t i = 0; i < count_; ++i) {
            runner::MatvecCall call{.n = shape.n,
                                    .m = shape.m,
                                    .y = memory_.take(sizes.outputs),
                                    .A = memory_.take(sizes.elements),
                                    .x = memory_.take(sizes.inputs),
                                    .b = memory_.take(sizes.outputs),
                                    .numbers = harness.presets,
                                    .scratch_memory = {}};
            for (const auto& [name, count] : function.scratch_memory)
                call.scratch_memory[name] = memory_.take(count(shape.n, shape.m));
            prepare(function, call);
            calls_.push_back(std::move(call));
        }
    }
    const std::vector<runner::MatvecCall>& all() const { return calls_; }

  private:
    static std::size_t floats_a_call(const runner::Matvec& function, Shape shape) {
        const Sizes sizes{function, shape};
        std::size_t floats = 2 * Pool::padded(sizes.outputs) + Pool::padded(sizes.inputs) +
                             Pool::padded(sizes.elements);
        for (const auto& scratch : function.scratch_memory)
            floats += Pool::padded(scratch.second(shape.n, shape.m));
        return floats;
    }
    std::size_t count_;
    Pool memory_;
    std::vector<runner::MatvecCall> calls_;
};

// Whether the function accepts the shape; not every function accepts every one.
bool takes(const runner::Matvec& function, const runner::MatvecCall& call) {
    bool takes = true;
    try {
        function.body(call);
    } catch (const std::exception& why) {
        std::fprintf(stderr, "times: %s, %d x %d: %s\n", function.name.c_str(), call.n, call.m,
                     why.what());
        cudaGetLastError();
        takes = false;
    }
    check(cudaDeviceSynchronize());
    return takes;
}

// All calls as one graph; nothing if one of them cannot be captured.
cudaGraphExec_t capture(const runner::Matvec& function, const Calls& calls) {
    cudaGraph_t graph = nullptr;
    cudaGraphExec_t executable = nullptr;
    check(cudaStreamBeginCapture(cudaStreamPerThread, cudaStreamCaptureModeRelaxed));
    bool captured = true;
    try {
        for (const runner::MatvecCall& call : calls.all()) function.body(call);
    } catch (const std::exception& why) {
        std::fprintf(stderr, "times: %s is not captured: %s\n", function.name.c_str(), why.what());
        captured = false;
    }
    const cudaError_t ended = cudaStreamEndCapture(cudaStreamPerThread, &graph);
    if (!captured || ended != cudaSuccess) {
        cudaGetLastError();
        return nullptr;
    }
    check(cudaGraphInstantiate(&executable, graph, 0));
    check(cudaGraphDestroy(graph));
    return executable;
}

// Which outputs of the call `start` writes.
std::vector<bool> written_by(const std::function<void()>& start, const runner::MatvecCall& call,
                             std::size_t outputs) {
    constexpr int byte = 0x7f;
    constexpr std::uint32_t unwritten = 0x7f7f7f7f;
    check(cudaMemset(call.y, byte, outputs * sizeof(float)));
    start();
    check(cudaDeviceSynchronize());
    std::vector<std::uint32_t> words(outputs);
    check(cudaMemcpy(words.data(), call.y, outputs * sizeof(float), cudaMemcpyDeviceToHost));
    std::vector<bool> written;
    for (const std::uint32_t word : words) written.push_back(word != unwritten);
    return written;
}

// The graph of all calls, or nothing if it does not hold all their work: a function that launches
// in streams of its own has done some of it when it was captured.
cudaGraphExec_t capture_all(const runner::Matvec& function, Shape shape, const Calls& calls) {
    const cudaGraphExec_t graph = capture(function, calls);
    if (!graph) return nullptr;
    const runner::MatvecCall& last = calls.all().back();
    const std::size_t outputs = Sizes(function, shape).outputs;
    const auto by_call = written_by([&] { function.body(last); }, last, outputs);
    prepare(function, last);
    const auto by_graph =
        written_by([&] { check(cudaGraphLaunch(graph, cudaStreamPerThread)); }, last, outputs);
    prepare(function, last);
    if (by_call == by_graph) return graph;
    std::fprintf(stderr, "times: %s is not captured: its graph writes other outputs\n",
                 function.name.c_str());
    check(cudaGraphExecDestroy(graph));
    return nullptr;
}

// Microseconds per call, sorted. `start_all` starts `count` of them.
std::vector<float> times(const std::function<void()>& start_all, std::size_t count, int runs,
                         void* flushed) {
    cudaEvent_t start, stop;
    check(cudaEventCreate(&start));
    check(cudaEventCreate(&stop));
    std::vector<float> measured;
    for (int i = -1; i < runs; ++i) {  // the first run loads the kernels
        check(cudaMemsetAsync(flushed, i, flushed_bytes, cudaStreamPerThread));
        check(cudaEventRecord(start, cudaStreamPerThread));
        start_all();
        check(cudaEventRecord(stop, cudaStreamPerThread));
        check(cudaEventSynchronize(stop));
        float milliseconds;
        check(cudaEventElapsedTime(&milliseconds, start, stop));
        if (i >= 0) measured.push_back(milliseconds * 1e3f / static_cast<float>(count));
    }
    check(cudaEventDestroy(start));
    check(cudaEventDestroy(stop));
    std::sort(measured.begin(), measured.end());
    return measured;
}

// Microseconds of one call, when it is made a second time.
float time_one(const runner::Matvec& function, const runner::MatvecCall& call, void* flushed) {
    return times([&] { function.body(call); }, 1, 1, flushed).front();
}

void measure(const runner::Matvec& function, Shape shape, void* flushed) {
    bool slow = false;
    {
        const Calls two{function, shape, 2};
        if (!takes(function, two.all().front())) return;
        slow = time_one(function, two.all().back(), flushed) > slow_us;
    }
    const Calls calls{function, shape, slow ? 2 : most_calls};
    const cudaGraphExec_t graph = capture_all(function, shape, calls);
    const auto start_all = [&] {
        if (graph)
            check(cudaGraphLaunch(graph, cudaStreamPerThread));
        else
            for (const runner::MatvecCall& call : calls.all()) function.body(call);
    };
    const auto measured =
        times(start_all, calls.all().size(), slow ? repetitions_of_slow : repetitions, flushed);
    std::printf(
        "{\"function\":\"%s\",\"n\":%d,\"m\":%d,\"captured\":%s,\"microseconds\":%.2f,"
        "\"least\":%.2f,\"most\":%.2f}\n",
        function.name.c_str(), shape.n, shape.m, graph ? "true" : "false",
        measured[measured.size() / 2], measured.front(), measured.back());
    std::fflush(stdout);
    if (graph) check(cudaGraphExecDestroy(graph));
}

}  // namespace

int runner::Program::run(int argc, char** argv) {
    std::vector<Shape> wanted;
    for (int i = 1; i + 1 < argc; i += 2)
        wanted.push_back({std::atoi(argv[i]), std::atoi(argv[i + 1])});
    if (wanted.empty()) wanted = harness.square ? square_shapes : shapes;
    void* flushed;
    check(cudaMalloc(&flushed, flushed_bytes));
    for (const Matvec& function : harness.functions)
        if (function.memory == Memory::device)
            for (const Shape& shape : wanted) measure(function, shape, flushed);
    check(cudaFree(flushed));
    return 0;
}
