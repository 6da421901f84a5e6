#include "cold_clock.hpp"

#include <memory>

#include "kit/error.hpp"

namespace lab13 {

namespace {

// cudaEventRecordExternal: an event in a graph that the host can query. The simulator, which
// measures nothing, does not define it.
constexpr unsigned external_event = 1;

class Measurement {
  public:
    Measurement(const Queue& queue, int sets, cudaStream_t stream) : sets_(sets), stream_(stream) {
        CUDA_CHECK(cudaEventCreate(&begin_));
        CUDA_CHECK(cudaEventCreate(&end_));
        CUDA_CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
        CUDA_CHECK(cudaEventRecordWithFlags(begin_, stream, external_event));
        for (int set = 0; set < sets; ++set) queue(stream, set);
        CUDA_CHECK(cudaEventRecordWithFlags(end_, stream, external_event));
        cudaGraph_t graph = nullptr;
        CUDA_CHECK(cudaStreamEndCapture(stream, &graph));
        CUDA_CHECK(cudaGraphInstantiate(&graph_, graph, 0));
        CUDA_CHECK(cudaGraphDestroy(graph));
    }
    ~Measurement() {
        if (graph_ != nullptr) cudaGraphExecDestroy(graph_);
        cudaEventDestroy(begin_);
        cudaEventDestroy(end_);
    }
    Measurement(const Measurement&) = delete;
    Measurement& operator=(const Measurement&) = delete;

    double once() {
        CUDA_CHECK(cudaGraphLaunch(graph_, stream_));
        CUDA_CHECK(cudaStreamSynchronize(stream_));
        float milliseconds = 0;
        CUDA_CHECK(cudaEventElapsedTime(&milliseconds, begin_, end_));
        return 1e3 * milliseconds / sets_;
    }

    std::vector<double> times;

  private:
    int sets_;
    cudaStream_t stream_;
    cudaEvent_t begin_ = nullptr, end_ = nullptr;
    cudaGraphExec_t graph_ = nullptr;
};

}  // namespace

ColdClock::ColdClock() {
    CUDA_CHECK(cudaStreamCreate(&stream_));
}

ColdClock::~ColdClock() {
    cudaStreamDestroy(stream_);
}

std::vector<runner::Spread> ColdClock::compare(const std::vector<Queue>& calls, int sets,
                                               int rounds) {
    std::vector<std::unique_ptr<Measurement>> all;
    for (const Queue& call : calls)
        all.push_back(std::make_unique<Measurement>(call, sets, stream_));
    // The first round loads kernels and does not count.
    for (int round = -1; round < rounds; ++round)
        for (const auto& measurement : all) {
            eviction_.queue(stream_, round & 0xff);
            const double time = measurement->once();
            if (round >= 0) measurement->times.push_back(time);
        }
    std::vector<runner::Spread> result;
    for (const auto& measurement : all) result.push_back(runner::spread_of(measurement->times));
    return result;
}

}  // namespace lab13
