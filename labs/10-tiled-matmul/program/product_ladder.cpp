#include "product_ladder.hpp"

#include <algorithm>
#include <cstdio>
#include <optional>
#include <stdexcept>

#include "kit/device_buffer.hpp"
#include "product.hpp"
#include "runner/backend.hpp"
#include "runner/cublas.hpp"
#include "runner/fill.hpp"
#include "runner/inputs.hpp"
#include "runner/launches.hpp"
#include "runner/results.hpp"
#include "runner/roof.hpp"
#include "runner/stopwatch.hpp"

namespace runner {

namespace {

constexpr int smallest_side = 1024;  // on a device

std::size_t square(int side) {
    return static_cast<std::size_t>(side) * side;
}

// A, B and C with equal sides; A and B contain random reals.
struct Matrices {
    explicit Matrices(int side, std::uint64_t seed)
        : A(square(side)), B(square(side)), C(square(side)) {
        fill_reals(A.data(), A.count(), mix(seed, "A"));
        fill_reals(B.data(), B.count(), mix(seed, "B"));
    }
    kit::DeviceBuffer<float> A, B, C;
};

std::uint64_t counter(const Launch& launch, const char* name) {
    const auto found = launch.counters.find(name);
    return found == launch.counters.end() ? 0 : found->second;
}

void show_counts(const Product& product, int side, Matrices& matrices, std::string& table) {
    backend::begin_call();
    product.body(side, side, side, matrices.C.data(), matrices.A.data(), matrices.B.data());
    CUDA_CHECK(cudaDeviceSynchronize());
    for (const Launch& launch : recorded_launches()) {
        std::printf("  %-22s %14llu %14llu %10llu %10llu\n", product.name.c_str(),
                    static_cast<unsigned long long>(counter(launch, "global_load_sectors")),
                    static_cast<unsigned long long>(counter(launch, "shared_load_wavefronts") +
                                                    counter(launch, "shared_store_wavefronts")),
                    static_cast<unsigned long long>(counter(launch, "shared_load_bank_conflicts") +
                                                    counter(launch, "shared_store_bank_conflicts")),
                    static_cast<unsigned long long>(counter(launch, "barriers")));
        std::printf("    %s\n", backend::estimate(launch.record).c_str());
        table += table_line({std::to_string(side), product.name,
                             std::to_string(counter(launch, "global_load_sectors")),
                             std::to_string(counter(launch, "shared_load_wavefronts") +
                                            counter(launch, "shared_store_wavefronts")),
                             std::to_string(counter(launch, "shared_load_bank_conflicts") +
                                            counter(launch, "shared_store_bank_conflicts")),
                             std::to_string(counter(launch, "barriers")),
                             fixed(backend::estimated_microseconds(launch.record), 2)});
    }
}

std::string count_all(const std::vector<Product>& products, int side, std::uint64_t seed) {
    std::string table = table_line({"side", "function", "sectors_loaded", "wavefronts", "conflicts",
                                    "barriers", "estimated_us"});
    Matrices matrices(side, seed);
    std::printf("  %-22s %14s %14s %10s %10s\n", "", "sectors loaded", "wavefronts", "conflicts",
                "barriers");
    for (const Product& product : products) show_counts(product, side, matrices, table);
    return table;
}

void time_side(std::vector<Product> products, int side, std::uint64_t seed, std::string& table) {
    Matrices matrices(side, seed);
    std::vector<Work> works;
    for (const Product& product : products)
        works.push_back([&matrices, &product, side](int) {
            product.body(side, side, side, matrices.C.data(), matrices.A.data(), matrices.B.data());
        });
    const auto times = time_side_by_side(works, 1);
    const double operations = 2.0 * side * side * side;
    for (std::size_t i = 0; i < products.size(); ++i) {
        std::printf("  %6d %-26s %12.1f us %8.2f TFLOP/s %8.1f%% of %s\n", side,
                    products[i].name.c_str(), times[i].median, 1e-6 * operations / times[i].median,
                    100 * times.back().median / times[i].median, products.back().name.c_str());
        table += table_line({std::to_string(side), products[i].name, fixed(times[i].median, 2),
                             fixed(times[i].p10, 2), fixed(times[i].p90, 2),
                             fixed(1e-6 * operations / times[i].median, 3),
                             fixed(times.back().median / times[i].median, 4), ""});
    }
}

// What memory and arithmetic allow, measured in the same run.
void time_roofs(int side, std::uint64_t seed, std::string& table) {
    Matrices matrices(side, seed);
    kit::DeviceBuffer<float> sums(static_cast<std::size_t>(read_all_sums()));
    const std::size_t count = matrices.A.count() / 4 * 4;
    const Reading reading = faster_reading(matrices.A.data(), count, sums.data());
    double operations = 0;
    const auto times = time_side_by_side(
        {[&](int) { read_all(matrices.A.data(), count, sums.data(), nullptr, reading); },
         [&](int) { operations = multiply_and_add(sums.data()); }},
        1);
    const double rate = 4e-3 * static_cast<double>(count) / times[0].median;
    const double arithmetic = 1e-6 * operations / times[1].median;
    std::printf("  roofs: %.0f GB/s read, %.1f TFLOP/s\n", rate, arithmetic);
    const auto add = [&](const char* name, const Spread& us, const std::string& tflop_s,
                         const std::string& gb_s) {
        table += table_line({"roof", name, fixed(us.median, 2), fixed(us.p10, 2), fixed(us.p90, 2),
                             tflop_s, "", gb_s});
    };
    add("reading, no more", times[0], "", fixed(rate, 1));
    add("multiply-adds, no more", times[1], fixed(arithmetic, 3), "");
}

std::string time_all(std::vector<Product> products, int largest, std::uint64_t seed) {
    std::string table =
        table_line({"side", "function", "us", "p10", "p90", "tflop_s", "share_of_last", "gb_s"});
    std::optional<Cublas> cublas;
    try {
        cublas.emplace();
        products.push_back({cublas->version() + " sgemm",
                            [&](auto... arguments) { cublas->product(arguments...); }});
    } catch (const std::runtime_error& error) {
        std::printf("  without cuBLAS, shares are of the last: %s\n", error.what());
    }
    for (int side = smallest_side; side <= largest; side *= 2)
        time_side(products, side, seed, table);
    time_roofs(std::max(largest, smallest_side), seed, table);
    return table;
}

}  // namespace

void declare_product_ladder(Program& program, std::vector<Product> products) {
    products.insert(products.begin(), {"one thread an element", product_by_elements});
    const bool simulated = backend::is_simulated();
    program.mode(
        {.name = "ladder",
         .help = simulated ? "count the memory requests of each function"
                           : "compare the functions with cuBLAS",
         .body =
             [&program, products, simulated](const DemonstrationOptions& options) {
                 const int side = options.numbers.at("side");
                 std::printf("%s: square matrices, on %s\n", program.lab().c_str(),
                             backend::description().c_str());
                 const std::string table = simulated ? count_all(products, side, options.seed)
                                                     : time_all(products, side, options.seed);
                 if (!options.out.empty()) deliver({{"ladder.csv", table}}, options.out);
                 return 0;
             },
         .saves = true,
         .numbers = {
             {.name = "side",
              .preset = simulated ? 128 : 4096,
              .least = 1,
              .most = simulated ? 1024 : 16384,
              .help = "--ladder: rows and columns; on a device, of the largest matrices"}}});
}

}  // namespace runner
