#include "measure.hpp"

#include <algorithm>
#include <memory>
#include <stdexcept>

#include "arrays.hpp"
#include "clock.hpp"
#include "runner/cublas.hpp"

namespace runner::sweep {

namespace {

// Returns nothing if cuBLAS is not available; the sweep continues without it.
std::shared_ptr<Cublas> find_library() {
    try {
        return std::make_shared<Cublas>();
    } catch (const std::runtime_error&) {
        return nullptr;
    }
}

void add_library(std::vector<Contender>& contenders, const std::shared_ptr<Cublas>& library) {
    const auto plain = [library](const MatvecCall& c) {
        library->multiply(Layout::column_major, c.n, c.m, c.A, c.x, c.y);
    };
    const auto transposed = [library](const MatvecCall& c) {
        library->multiply(Layout::column_major_transposed, c.m, c.n, c.A, c.x, c.y);
    };
    contenders.push_back({Kind::library, {0}, plain, false, 0});
    contenders.push_back({Kind::library_transposed, {0}, transposed, false, 0});
}

void run_cell(const Contender& contender, Cell& cell, Arrays& arrays, Clock& clock, int cold_runs) {
    const MatvecCall arguments = arrays.call(contender, cell.width);
    const auto call = [&] { contender.run(arguments); };
    call();  // the first call loads the kernel
    CUDA_CHECK(cudaGetLastError());
    for (int run = 0; run < cold_runs; ++run) cell.cold.push_back(clock.cold(call));
    cell.warm.push_back(clock.warm(call));
    cell.right = cell.right && arrays.is_right(contender);
}

std::vector<Cell> cells_of(const std::vector<Contender>& contenders, Shape shape) {
    std::vector<Cell> cells;
    for (const Contender& contender : contenders)
        for (const int width : contender.widths)
            cells.push_back({.kind = contender.kind,
                             .width = width,
                             .height = contender.height,
                             .shape = shape,
                             .cold = {},
                             .warm = {}});
    return cells;
}

// On each matrix the contenders take turns, so that slow changes of the machine affect all of them.
std::vector<Cell> run_shape(const std::vector<Contender>& contenders, Shape shape,
                            const Numbers& numbers, const Effort& effort, Arrays& arrays,
                            Clock& clock) {
    auto cells = cells_of(contenders, shape);
    for (int matrix = 0; matrix < effort.matrices; ++matrix) {
        arrays.fill(shape, numbers, static_cast<std::uint64_t>(matrix) + 1);
        auto cell = cells.begin();
        for (const Contender& contender : contenders)
            for (std::size_t i = 0; i < contender.widths.size(); ++i)
                run_cell(contender, *cell++, arrays, clock, effort.cold_runs);
    }
    return cells;
}

double median_rate(Clock& clock, std::size_t bytes, const std::function<void()>& call) {
    constexpr int runs = 11;
    std::vector<float> times(runs);
    call();
    for (float& time : times) time = clock.cold(call);
    std::nth_element(times.begin(), times.begin() + runs / 2, times.end());
    return static_cast<double>(bytes) / times[runs / 2] * 1e-3;
}

Rates measure_rates(Transpose transpose, int side, const Numbers& numbers, Clock& clock) {
    const auto elements = static_cast<std::size_t>(side) * static_cast<std::size_t>(side);
    kit::DeviceBuffer<float> from(elements), to(elements);
    numbers.fill(from.data(), elements, 1);
    const std::size_t moved = 2 * elements * sizeof(float);
    return {.shape = {side, side},
            .transpose =
                median_rate(clock, moved, [&] { transpose(side, side, to.data(), from.data()); }),
            .copy = median_rate(clock, moved, [&] {
                CUDA_CHECK(
                    cudaMemcpyAsync(to.data(), from.data(), moved / 2, cudaMemcpyDeviceToDevice));
            })};
}

}  // namespace

Measurements measure(const Algorithms& algorithms, const Effort& effort,
                     const std::function<void(int columns)>& told) {
    const auto library = find_library();
    const Numbers numbers = Numbers::find();
    auto all = contenders(algorithms);
    if (library) add_library(all, library);
    const int most = std::ranges::max(effort.shapes, {}, &Shape::m).m;
    Clock clock;
    Measurements measured{.numbers = numbers.maker,
                          .evicted = std::to_string(clock.evicted_bytes() >> 20) + " MiB",
                          .library = library ? library->version() : "",
                          .cells = {},
                          .rates = measure_rates(algorithms.transpose, most, numbers, clock)};
    Arrays arrays(most);
    int columns = 0;
    for (const Shape shape : effort.shapes) {
        if (shape.m != columns) told(columns = shape.m);
        std::ranges::move(run_shape(all, shape, numbers, effort, arrays, clock),
                          std::back_inserter(measured.cells));
    }
    return measured;
}

}  // namespace runner::sweep
