// Adapts lab 09's functions to harness.hpp: pictures of n rows and m columns, of one set. A level
// of the pruned set ends with a copy to the host, so its calls are made one by one.
#include <algorithm>
#include <cstdint>
#include <vector>

#include "harness.hpp"
#include "lab.hpp"

namespace {

constexpr Complex c{-0.123f, 0.745f};
constexpr Steps steps{40, 20};
constexpr int chains = 8192, frames = 4, frame_chains = 2048;
constexpr unsigned limit = 4, white = 1000;
constexpr int levels = 16, capacity = 16384;
constexpr std::uint64_t seed = 1;

using runner::MatvecCall;

View view_of(int n, int m) {
    return {{0.0f, 0.0f}, 4.1f, m, n};
}

unsigned* numbers(float* words) {
    return reinterpret_cast<unsigned*>(words);
}

std::uint8_t* bytes(float* words) {
    return reinterpret_cast<std::uint8_t*>(words);
}

std::size_t pixels(int n, int m) {
    return std::size_t(n) * m;
}

runner::Matvec hits() {
    runner::Matvec function{"julia_hits", [](const MatvecCall& call) {
                                julia_hits(c, view_of(call.n, call.m), seed, chains, steps,
                                           numbers(call.scratch("hits")), call.scratch("last"));
                            }};
    function.scratch("hits", pixels).scratch("last", [](int, int) {
        return std::size_t{2} * chains;
    });
    return function;
}

runner::Matvec tones() {
    runner::Matvec function{"tone_map", [](const MatvecCall& call) {
                                tone_map(call.n * call.m, numbers(call.scratch("hits")), white,
                                         bytes(call.scratch("palette")),
                                         bytes(call.scratch("rgb")));
                            }};
    function.scratch("hits", pixels)
        .scratch("palette", [](int, int) { return std::size_t{3 * 256} / sizeof(float); })
        .scratch("rgb", [](int n, int m) { return (3 * pixels(n, m) + 3) / sizeof(float); });
    harness.preparations["tone_map"] = [](const MatvecCall& call) {
        std::vector<unsigned> counts(pixels(call.n, call.m));
        for (std::size_t i = 0; i < counts.size(); ++i) counts[i] = i * 37 % 1200;
        check(cudaMemcpy(call.scratch("hits"), counts.data(), counts.size() * sizeof(unsigned),
                         cudaMemcpyHostToDevice));
    };
    return function;
}

// Into a cleared picture, since a call ends sooner in one that is full.
runner::Matvec pruned() {
    runner::Matvec function{
        "julia_pruned", [](const MatvecCall& call) {
            const int side = std::min(call.n, call.m);
            unsigned* const found = numbers(call.scratch("hits"));
            check(cudaMemsetAsync(found, 0, pixels(side, side) * sizeof(unsigned),
                                  cudaStreamPerThread));
            julia_pruned(c, side, limit, levels, capacity, found, call.scratch("points"),
                         numbers(call.scratch("counts")));
        }};
    function.scratch("hits", pixels)
        .scratch("points", [](int, int) { return std::size_t{4} * capacity; })
        .scratch("counts", [](int, int) { return std::size_t{levels} + 1; });
    return function;
}

runner::Matvec pictures() {
    runner::Matvec function{"julia_frames", [](const MatvecCall& call) {
                                julia_frames(frames, call.scratch("c"), view_of(call.n, call.m),
                                             seed, frame_chains, steps,
                                             numbers(call.scratch("hits")), call.scratch("last"));
                            }};
    function.scratch("hits", [](int n, int m) { return frames * pixels(n, m); })
        .scratch("last", [](int, int) { return std::size_t{2} * frames * frame_chains; })
        .scratch("c", [](int, int) { return std::size_t{2} * frames; });
    harness.preparations["julia_frames"] = [](const MatvecCall& call) {
        const std::vector<Complex> all(frames, c);
        check(cudaMemcpy(call.scratch("c"), all.data(), all.size() * sizeof(Complex),
                         cudaMemcpyHostToDevice));
    };
    return function;
}

}  // namespace

int main(int argc, char** argv) {
    runner::Program program{"09-julia", "for the validation"};
    runner::declare(program, {hits(), tones(), pruned(), pictures()});
    return program.run(argc, argv);
}
