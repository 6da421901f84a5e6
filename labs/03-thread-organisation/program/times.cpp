#include "times.hpp"

#include <cuda_runtime.h>

#include <string>
#include <vector>

#include "kit/device_buffer.hpp"
#include "runner/roof.hpp"
#include "runner/time_table.hpp"

namespace threads {

namespace {

using runner::Timed;

// Each array is far larger than a cache.
constexpr Extent grid{128, 64, 32}, block{5, 6, 2};  // 15.7 million threads, six numbers each
constexpr int side = 8192;                           // of matrix_fill's matrix
constexpr int matrices = 64, rows = 1024, columns = 1024;

constexpr Extent filling_blocks[] = {{32, 8, 1}, {16, 16, 1}, {8, 32, 1}, {1, 256, 1}};

std::size_t elements(Extent e) {
    return static_cast<std::size_t>(e.x) * e.y * e.z;
}

class Times {
  public:
    explicit Times(Functions functions)
        : functions_(functions),
          list_(6 * elements(grid) * elements(block)),
          matrix_(static_cast<std::size_t>(side) * side),
          A_(static_cast<std::size_t>(matrices) * rows * columns),
          x_(static_cast<std::size_t>(matrices) * columns),
          y_(static_cast<std::size_t>(matrices) * rows),
          sums_(static_cast<std::size_t>(runner::read_all_sums())) {
        CUDA_CHECK(cudaMemset(A_.data(), 0, 4 * A_.count()));
        CUDA_CHECK(cudaMemset(x_.data(), 0, 4 * x_.count()));
    }

    std::vector<Timed> all() {
        std::vector<Timed> timed;
        add_list(timed);
        add_fills(timed);
        add_product(timed);
        return timed;
    }

  private:
    Timed fill(const char* rung, kit::DeviceBuffer<int>& buffer) {
        const std::size_t bytes = 4 * buffer.count();
        return {rung, "cudaMemset",
                [&buffer, bytes] { CUDA_CHECK(cudaMemsetAsync(buffer.data(), 1, bytes)); },
                static_cast<double>(bytes)};
    }

    void add_list(std::vector<Timed>& timed) {
        timed.push_back({"list", "list_threads",
                         [this] { functions_.list_threads(grid, block, list_.data()); },
                         4.0 * static_cast<double>(list_.count())});
        timed.push_back(fill("list", list_));
    }

    void add_fills(std::vector<Timed>& timed) {
        for (const Extent shape : filling_blocks)
            timed.push_back(
                {"fill",
                 "matrix_fill, " + std::to_string(shape.x) + " × " + std::to_string(shape.y),
                 [this, shape] { functions_.matrix_fill(side, side, shape, matrix_.data()); },
                 4.0 * static_cast<double>(matrix_.count())});
        timed.push_back(fill("fill", matrix_));
    }

    void add_product(std::vector<Timed>& timed) {
        const double bytes = 4.0 * static_cast<double>(A_.count());
        const auto values = reinterpret_cast<const float*>(A_.data());
        const auto reading = runner::faster_reading(values, A_.count(), sums_.data());
        timed.push_back({"product", "tiled_product",
                         [this] {
                             functions_.tiled_product(matrices, rows, columns, y_.data(), A_.data(),
                                                      x_.data());
                         },
                         bytes});
        timed.push_back({"product", "reading A, no more",
                         [this, values, reading] {
                             runner::read_all(values, A_.count(), sums_.data(), nullptr, reading);
                         },
                         bytes});
    }

    Functions functions_;
    kit::DeviceBuffer<int> list_, matrix_, A_, x_, y_;
    kit::DeviceBuffer<float> sums_;
};

}  // namespace

void declare_times(runner::Program& program, Functions functions) {
    runner::declare_times(program, "the functions' times on a GPU, beside the rate of its memory",
                          [functions] { return runner::time_table(Times(functions).all()); });
}

}  // namespace threads
