#include "times.hpp"

#include <cuda_runtime.h>

#include <numeric>
#include <string>
#include <vector>

#include "kit/device_buffer.hpp"
#include "runner/roof.hpp"
#include "runner/time_table.hpp"

namespace julia {

namespace {

using runner::Timed;

constexpr ::Complex c{-0.123f, 0.745f};
constexpr int side = 2048;
constexpr std::size_t pixels = std::size_t{side} * side;
constexpr ::View view{{0.0f, 0.0f}, 4.1f, side, side};
constexpr int chains = 1 << 18;
constexpr ::Steps steps{60, 100};
constexpr unsigned limit = 8;
constexpr int levels = 400, capacity = 1 << 20;
constexpr int frames = 16, frame_side = 512, frame_chains = 1 << 14;
constexpr ::View frame_view{{0.0f, 0.0f}, 4.1f, frame_side, frame_side};
constexpr std::size_t frame_pixels = std::size_t{frame_side} * frame_side;
constexpr unsigned white = 1000;
constexpr std::uint64_t seed = 1;

class Times {
  public:
    explicit Times(Functions functions)
        : functions_(functions),
          hits_(pixels),
          last_(2 * std::size_t{chains}),
          palette_(3 * 256),
          rgb_(3 * pixels),
          points_(4 * std::size_t{capacity}),
          counts_(levels + 1),
          frame_c_(2 * frames),
          frame_hits_(frames * frame_pixels),
          frame_last_(2 * std::size_t{frames} * frame_chains),
          sums_(static_cast<std::size_t>(runner::read_all_sums())) {
        std::vector<float> all;
        for (int frame = 0; frame < frames; ++frame) all.insert(all.end(), {c.re, c.im});
        frame_c_.copy_from(all.data());
        CUDA_CHECK(cudaMemset(palette_.data(), 7, palette_.count()));
    }

    std::vector<Timed> all() {
        std::vector<Timed> timed;
        add_chains(timed);
        add_tones(timed);
        add_pruned(timed);
        add_frames(timed);
        return timed;
    }

  private:
    void clear_hits() { CUDA_CHECK(cudaMemsetAsync(hits_.data(), 0, sizeof(unsigned) * pixels)); }

    void follow(int count, ::Steps of) {
        functions_.hits(c, view, seed, count, of, hits_.data(), last_.data());
    }

    void add_chains(std::vector<Timed>& timed) {
        const ::Steps uncounted{steps.burn_in + steps.samples, 0};
        timed.push_back({"chains", "julia_hits", [this] { follow(chains, steps); }});
        timed.push_back({"chains", "the same steps, not counted",
                         [this, uncounted] { follow(chains, uncounted); }});
    }

    void add_tones(std::vector<Timed>& timed) {
        const auto values = reinterpret_cast<const float*>(hits_.data());
        clear_hits();
        const auto reading = runner::faster_reading(values, pixels, sums_.data());
        timed.push_back({"tones", "tone_map",
                         [this] {
                             functions_.tone_map(static_cast<int>(pixels), hits_.data(), white,
                                                 palette_.data(), rgb_.data());
                         },
                         7.0 * pixels});
        timed.push_back({"tones", "reading the hits, no more",
                         [this, values, reading] {
                             runner::read_all(values, pixels, sums_.data(), nullptr, reading);
                         },
                         4.0 * pixels});
    }

    /// What the pruned set counts in an empty picture.
    double hits_of_pruned() {
        prune();
        std::vector<unsigned> hits(pixels);
        hits_.copy_to(hits.data());
        return std::accumulate(hits.begin(), hits.end(), 0.0);
    }

    void prune() {
        clear_hits();
        functions_.pruned(c, side, limit, levels, capacity, hits_.data(), points_.data(),
                          counts_.data());
    }

    void add_pruned(std::vector<Timed>& timed) {
        const int count = std::max(1, static_cast<int>(hits_of_pruned() / steps.samples));
        timed.push_back({"pruned", "julia_pruned, with clearing", [this] { prune(); }});
        timed.push_back({"pruned", "julia_hits, as many hits", [this, count] {
                             clear_hits();
                             follow(std::min(count, chains), steps);
                         }});
    }

    void add_frames(std::vector<Timed>& timed) {
        timed.push_back({"frames", "julia_frames", [this] {
                             functions_.frames(frames, frame_c_.data(), frame_view, seed,
                                               frame_chains, steps, frame_hits_.data(),
                                               frame_last_.data());
                         }});
        timed.push_back({"frames", "julia_hits, a launch a frame", [this] {
                             for (int frame = 0; frame < frames; ++frame)
                                 functions_.hits(c, frame_view, seed + frame, frame_chains, steps,
                                                 frame_hits_.data() + frame * frame_pixels,
                                                 frame_last_.data() + 2 * frame * frame_chains);
                         }});
    }

    Functions functions_;
    kit::DeviceBuffer<unsigned> hits_;
    kit::DeviceBuffer<float> last_;
    kit::DeviceBuffer<std::uint8_t> palette_, rgb_;
    kit::DeviceBuffer<float> points_;
    kit::DeviceBuffer<unsigned> counts_;
    kit::DeviceBuffer<float> frame_c_;
    kit::DeviceBuffer<unsigned> frame_hits_;
    kit::DeviceBuffer<float> frame_last_, sums_;
};

}  // namespace

void declare_times(runner::Program& program, Functions functions) {
    runner::declare_times(program, "the functions' times on a GPU, each beside a rival",
                          [functions] { return runner::time_table(Times(functions).all()); });
}

}  // namespace julia
