#include "sweep.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <optional>
#include <random>
#include <stdexcept>

#include "cold_clock.hpp"
#include "kit/device_buffer.hpp"
#include "runner/backend.hpp"
#include "runner/cublas.hpp"
#include "runner/fill.hpp"
#include "runner/inputs.hpp"
#include "runner/launches.hpp"
#include "runner/results.hpp"
#include "runner/roof.hpp"
#include "summary.hpp"

namespace lab13 {

namespace {

using runner::DemonstrationOptions;

constexpr int least_power = 7;  // the smallest number of the paper's columns
constexpr std::size_t vector_floats = std::size_t{1} << 25;
constexpr int most_calls = 24;                              // in one measurement
constexpr std::size_t large_floats = std::size_t{1} << 24;  // of which a few calls are enough

std::vector<Measured> paper_shapes(int power) {
    std::vector<Measured> products;
    for (const char* set : {"sweep", "tall"})
        for (const bool along : {true, false})
            for (int p = std::min(least_power, power); p <= power; ++p)
                for (int q = 1; q <= p; ++q) {
                    const bool tall = set[0] == 't';
                    if (tall && q == p) continue;
                    products.push_back({.set = set,
                                        .along = along,
                                        .lines = 1 << (tall ? p : q),
                                        .width = 1 << (tall ? q : p)});
                }
    return products;
}

/// Half of them have sizes up to 2^15, all equally likely; half are random powers of two.
std::vector<Measured> random_shapes(int count, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    const auto side = [&](bool by_power) {
        const double share = std::uniform_real_distribution<>(0, 1)(random);
        return 1 + static_cast<int>(by_power ? std::exp2(15 * share) - 1 : 32767 * share);
    };
    std::vector<Measured> products;
    for (int i = 0; i < count; ++i)
        products.push_back({.set = "random",
                            .along = random() % 2 == 0,
                            .lines = side(i % 2 == 0),
                            .width = side(i % 2 == 0)});
    return products;
}

std::vector<Measured> forms() {
    std::vector<Measured> products;
    for (const bool along : {true, false})
        for (const auto& [lines, width] :
             {std::pair{128, 2048}, {1024, 1024}, {2048, 256}, {4096, 4096}, {16384, 512}}) {
            const Measured plain{.set = "forms", .along = along, .lines = lines, .width = width};
            const auto add = [&](auto set) {
                products.push_back(plain);
                set(products.back());
            };
            add([](Measured&) {});
            add([](Measured& product) { product.padding = 4; });
            add([](Measured& product) { product.padding = 1; });
            add([](Measured& product) { product.offset = 1; });
            add([](Measured& product) { product.incx = 2; });
            add([](Measured& product) { product.incx = 7; });
            add([](Measured& product) { product.incx = -1, product.incy = -1; });
            add([](Measured& product) { product.incy = 3; });
        }
    return products;
}

std::size_t rounded(std::size_t floats) {
    return (floats + 63) / 64 * 64;
}

/// The arrays of all products, as windows of three large ones.
class Bench {
  public:
    Bench(Gemv gemv, std::uint64_t seed) : gemv_(std::move(gemv)), A_(floats_of_A()) {
        runner::fill_reals(A_.data(), A_.count(), runner::mix(seed, "A"));
        runner::fill_reals(x_.data(), x_.count(), runner::mix(seed, "x"));
        cublas_.use(clock_.stream());
    }

    std::string rival() const { return cublas_.version(); }

    double roof() {
        kit::DeviceBuffer<float> sums(static_cast<std::size_t>(runner::read_all_sums()));
        const std::size_t count = A_.count() / 4 / 1024 * 1024;
        const auto by = [&](runner::Reading reading) {
            return [&, reading](cudaStream_t stream, int set) {
                runner::read_all(A_.data() + set * count, count, sums.data(), stream, reading);
            };
        };
        const auto times =
            clock_.compare({by(runner::Reading::once), by(runner::Reading::in_turns)}, 3, 9);
        return 4.0 * static_cast<double>(count) / std::min(times[0].median, times[1].median);
    }

    double launch() {
        return clock_
            .compare({[&](cudaStream_t stream, int) {
                         runner::read_all(A_.data(), 4, y_.data(), stream);
                     }},
                     most_calls, 9)
            .front()
            .median;
    }

    void measure(Measured& product) {
        const Strides layout(product);
        const int fitting = static_cast<int>(
            std::min({A_.count() / layout.A, x_.count() / layout.x, y_.count() / layout.y}));
        // The forms of one shape must have the same number, since the first call of a measurement
        // takes longer than the others.
        const bool large = std::size_t{1} * product.lines * product.width > large_floats;
        const int sets = std::min(fitting, large ? 3 : most_calls);
        if (sets == 0) throw std::runtime_error("too large for this device's memory");
        product.error = difference(product, layout);
        const auto times =
            clock_.compare({ours(product, layout), rivals(product, layout)}, sets, large ? 7 : 11);
        product.gemv = times[0], product.rival = times[1];
    }

  private:
    /// Floats from one data set to the next.
    struct Strides {
        explicit Strides(const Measured& product)
            : A(rounded(static_cast<std::size_t>(product.lines) *
                            (product.width + product.padding) +
                        product.offset)),
              x(rounded(static_cast<std::size_t>(product.along ? product.width : product.lines) *
                        std::abs(product.incx))),
              y(rounded(static_cast<std::size_t>(product.along ? product.lines : product.width) *
                        std::abs(product.incy))) {}
        std::size_t A, x, y;
    };

    static std::size_t floats_of_A() {
        std::size_t free = 0, total = 0;
        CUDA_CHECK(cudaMemGetInfo(&free, &total));
        return std::min(std::size_t{1} << 30, free / 2 / sizeof(float)) / 4096 * 4096;
    }

    Queue ours(const Measured& p, const Strides& layout) {
        return [&, layout](cudaStream_t stream, int set) {
            gemv_(p.along, p.lines, p.width, A_.data() + set * layout.A + p.offset,
                  p.width + p.padding, x_.data() + set * layout.x, p.incx,
                  y_.data() + set * layout.y, p.incy, stream);
        };
    }

    Queue rivals(const Measured& p, const Strides& layout) {
        return [&, layout](cudaStream_t, int set) {
            cublas_.gemv(p.along, p.width, p.lines, A_.data() + set * layout.A + p.offset,
                         p.width + p.padding, x_.data() + set * layout.x, p.incx,
                         y_.data() + set * layout.y, p.incy);
        };
    }

    /// For the first data set, relative to how much sums of that length may differ.
    double difference(const Measured& p, const Strides& layout) {
        std::vector<float> got(layout.y), expected(layout.y);
        const auto result = [&](const Queue& queue, std::vector<float>& y) {
            CUDA_CHECK(cudaMemsetAsync(y_.data(), 0xff, layout.y * sizeof(float), clock_.stream()));
            queue(clock_.stream(), 0);
            CUDA_CHECK(cudaStreamSynchronize(clock_.stream()));
            CUDA_CHECK(
                cudaMemcpy(y.data(), y_.data(), layout.y * sizeof(float), cudaMemcpyDeviceToHost));
        };
        result(ours(p, layout), got);
        result(rivals(p, layout), expected);
        const int outputs = p.along ? p.lines : p.width, length = p.along ? p.width : p.lines;
        double largest = 0;
        for (int i = 0; i < outputs; ++i) {
            const std::size_t at = static_cast<std::size_t>(i) * std::abs(p.incy);
            const double apart = std::abs(double{got[at]} - expected[at]);
            if (!(apart <= largest)) largest = apart;
        }
        return largest / length;
    }

    Gemv gemv_;
    runner::Cublas cublas_;
    ColdClock clock_;
    kit::DeviceBuffer<float> A_, x_{vector_floats}, y_{vector_floats};
};

constexpr double most_error = 1e-5;  // of sums of numbers below 1, over their length

std::string machine() {
    int driver = 0, runtime = 0;
    CUDA_CHECK(cudaDriverGetVersion(&driver));
    CUDA_CHECK(cudaRuntimeGetVersion(&runtime));
    const auto words = [](int version) {
        return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
    };
    const std::time_t now = std::time(nullptr);
    char date[16];
    std::strftime(date, sizeof date, "%Y-%m-%d", std::gmtime(&now));
    return runner::backend::description() + ", driver for CUDA " + words(driver) + ", CUDA " +
           words(runtime) + "; " + date + ".";
}

int sweep_on_device(const Gemv& gemv, const DemonstrationOptions& options) {
    Bench bench(gemv, options.seed);
    Sweep sweep{machine(), bench.rival(), bench.roof(), bench.launch(),
                paper_shapes(options.numbers.at("power"))};
    for (auto& more : {random_shapes(options.numbers.at("random"), options.seed), forms()})
        sweep.products.insert(sweep.products.end(), more.begin(), more.end());
    int wrong = 0;
    for (std::size_t i = 0; i < sweep.products.size(); ++i) {
        if (i % 100 == 0) std::fprintf(stderr, "%zu of %zu\n", i, sweep.products.size());
        Measured& product = sweep.products[i];
        bench.measure(product);
        if (product.error <= most_error) continue;
        ++wrong;
        std::printf("wrong: %s, %d lines of %d: differs by %g\n",
                    product.along ? "along" : "across", product.lines, product.width,
                    product.error);
    }
    const std::string page = page_of(sweep), trouble = impossible(sweep);
    std::printf("%s", page.c_str());
    if (!trouble.empty()) std::printf("cannot be: %s\n", trouble.c_str());
    if (!options.out.empty())
        runner::deliver({{"sweep.csv", comma_separated(sweep)}, {"sweep.svg", plot_of(sweep)}},
                        options.out);
    return wrong > 0 || !trouble.empty() ? 1 : 0;
}

int sweep_on_simulator(const Gemv& gemv, const DemonstrationOptions& options) {
    const std::size_t side = std::size_t{1} << options.numbers.at("power");
    kit::DeviceBuffer<float> A(side * side), x(side), y(side);
    runner::fill_reals(A.data(), A.count(), runner::mix(options.seed, "A"));
    runner::fill_reals(x.data(), x.count(), runner::mix(options.seed, "x"));
    std::printf("%s\n  %-8s %6s %6s %12s\n", runner::backend::description().c_str(), "sums",
                "lines", "width", "about, us");
    std::string table = runner::table_line({"set", "kind", "lines", "width", "estimated_us"});
    for (const Measured& product : paper_shapes(options.numbers.at("power"))) {
        runner::backend::begin_call();
        gemv(product.along, product.lines, product.width, A.data(), product.width, x.data(), 1,
             y.data(), 1, nullptr);
        CUDA_CHECK(cudaDeviceSynchronize());
        double microseconds = 0;
        for (const runner::Launch& launch : runner::recorded_launches())
            microseconds += runner::backend::estimated_microseconds(launch.record);
        const char* kind = product.along ? "along" : "across";
        std::printf("  %-8s %6d %6d %12.2f\n", kind, product.lines, product.width, microseconds);
        table +=
            runner::table_line({product.set, kind, std::to_string(product.lines),
                                std::to_string(product.width), runner::fixed(microseconds, 3)});
    }
    if (!options.out.empty()) runner::deliver({{"sweep.csv", table}}, options.out);
    return 0;
}

}  // namespace

void declare_sweep(runner::Program& program, Gemv gemv) {
    const bool simulated = runner::backend::is_simulated();
    program.mode({.name = "sweep",
                  .help = simulated ? "estimate the times of a paper's shapes"
                                    : "compare with cuBLAS over a paper's shapes and others",
                  .body =
                      [gemv = std::move(gemv), simulated](const DemonstrationOptions& options) {
                          return simulated ? sweep_on_simulator(gemv, options)
                                           : sweep_on_device(gemv, options);
                      },
                  .saves = true,
                  .numbers = {{.name = "power",
                               .preset = simulated ? 8 : 14,
                               .least = 1,
                               .most = simulated ? 11 : 14,
                               .help = "--sweep: lines have at most 2^power floats"},
                              {.name = "random",
                               .preset = 300,
                               .least = 0,
                               .most = 10000,
                               .help = "--sweep on a device: number of shapes drawn at random"}}});
}

}  // namespace lab13
