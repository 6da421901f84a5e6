// What two features of an H100 do for a product along the lines of A: bulk copies to shared memory
// (cp.async.bulk), and windows of the second level cache whose contents stay (access policies).
// Beside them a plain kernel, whose threads load A four floats at a time, and the roof. Prints a
// CSV; see bulk_copies.sh.
#include <cuda_runtime.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "kit/device_buffer.hpp"
#include "kit/error.hpp"
#include "runner/fill.hpp"
#include "runner/results.hpp"
#include "runner/roof.hpp"
#include "runner/stopwatch.hpp"

namespace {

constexpr int threads = 128;
constexpr int warp = 32;

struct Matrix {
    const float* A;
    const float* x;
    float* y;
    int lines, width;  // a multiple of 4 * threads
};

// ---- Both kernels: the end of a line.

__device__ float sum_of_warp(float sum) {
    for (int offset = warp / 2; offset > 0; offset /= 2)
        sum += __shfl_down_sync(0xffffffffu, sum, offset);
    return sum;
}

__device__ void finish_line(float* y, float sum) {
    __shared__ float sums[threads / warp];
    sum = sum_of_warp(sum);
    __syncthreads();  // the sums of the line before have been used
    if (threadIdx.x % warp == 0) sums[threadIdx.x / warp] = sum;
    __syncthreads();
    if (threadIdx.x > 0) return;
    float whole = 0;
    for (const float part : sums) whole += part;
    *y = whole;
}

__device__ float dot(float4 a, float4 b) {
    return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}

// ---- The plain kernel: a block a line, all loads of a turn before the first product.

template <int deep>
__global__ void __launch_bounds__(threads) plain_kernel(Matrix m) {
    const auto* a = reinterpret_cast<const float4*>(m.A + size_t(blockIdx.x) * m.width);
    const auto* x = reinterpret_cast<const float4*>(m.x);
    float sum = 0;
    for (int first = threadIdx.x; first < m.width / 4; first += deep * threads) {
        float4 of_a[deep];
#pragma unroll
        for (int i = 0; i < deep; ++i)
            of_a[i] = first + i * threads < m.width / 4 ? a[first + i * threads] : float4{};
#pragma unroll
        for (int i = 0; i < deep; ++i)
            if (first + i * threads < m.width / 4) sum += dot(of_a[i], x[first + i * threads]);
    }
    finish_line(m.y + blockIdx.x, sum);
}

// ---- The same by bulk copies: a ring of pieces in shared memory, which one thread asks for ahead.

__device__ unsigned address_of(const void* shared) {
    return static_cast<unsigned>(__cvta_generic_to_shared(shared));
}

__device__ void begin_copy(float* to, const float* from, unsigned bytes, uint64_t* barrier) {
    asm volatile(
        "mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(address_of(barrier)),
        "r"(bytes)
        : "memory");
    asm volatile(
        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::
            "r"(address_of(to)),
        "l"(from), "r"(bytes), "r"(address_of(barrier))
        : "memory");
}

__device__ void wait_for(uint64_t* barrier, unsigned parity) {
    unsigned there = 0;
    while (!there)
        asm volatile(
            "{ .reg .pred p;\n"
            "mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2;\n"
            "selp.b32 %0, 1, 0, p; }"
            : "=r"(there)
            : "r"(address_of(barrier)), "r"(parity)
            : "memory");
}

// A piece is a whole line or a part of one. Block b has the lines b, b + gridDim.x, …
template <int stages>
__global__ void __launch_bounds__(threads) bulk_kernel(Matrix m, int piece) {
    extern __shared__ __align__(128) float ring[];
    __shared__ uint64_t arrived[stages];
    const int pieces_a_line = m.width / piece;
    const int lines = (m.lines - int(blockIdx.x) + int(gridDim.x) - 1) / int(gridDim.x);
    const int pieces = lines * pieces_a_line;
    const auto ask_for = [&](int number) {
        const size_t line = blockIdx.x + size_t(number / pieces_a_line) * gridDim.x;
        begin_copy(ring + number % stages * piece,
                   m.A + line * m.width + size_t(number % pieces_a_line) * piece, 4 * piece,
                   &arrived[number % stages]);
    };
    if (threadIdx.x == 0) {
        for (uint64_t& barrier : arrived)
            asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(address_of(&barrier)));
        asm volatile("fence.proxy.async.shared::cta;");
        for (int number = 0; number < min(stages, pieces); ++number) ask_for(number);
    }
    __syncthreads();
    float sum = 0;
    for (int number = 0; number < pieces; ++number) {
        const int in_line = number % pieces_a_line;
        wait_for(&arrived[number % stages], number / stages % 2);
        const auto* a = reinterpret_cast<const float4*>(ring + number % stages * piece);
        const auto* x = reinterpret_cast<const float4*>(m.x + size_t(in_line) * piece);
        for (int i = threadIdx.x; i < piece / 4; i += threads) sum += dot(a[i], x[i]);
        __syncthreads();  // the piece has been used by all
        if (threadIdx.x == 0 && number + stages < pieces) ask_for(number + stages);
        if (in_line < pieces_a_line - 1) continue;
        finish_line(m.y + blockIdx.x + size_t(number / pieces_a_line) * gridDim.x, sum);
        sum = 0;
    }
}

// ---- Launches.

void plain(const Matrix& m, const cudaAccessPolicyWindow* window = nullptr) {
    cudaLaunchAttribute attribute{};
    cudaLaunchConfig_t config{};
    config.gridDim = dim3(m.lines);
    config.blockDim = dim3(threads);
    if (window) {
        attribute.id = cudaLaunchAttributeAccessPolicyWindow;
        attribute.val.accessPolicyWindow = *window;
        config.attrs = &attribute;
        config.numAttrs = 1;
    }
    CUDA_CHECK(cudaLaunchKernelEx(&config, plain_kernel<4>, m));
}

template <int stages>
void bulk(const Matrix& m, int most_floats, int multiprocessors) {
    const int piece = m.width < most_floats ? m.width : most_floats;
    const size_t bytes = 4ul * stages * piece;
    CUDA_CHECK(cudaFuncSetAttribute(bulk_kernel<stages>,
                                    cudaFuncAttributeMaxDynamicSharedMemorySize, int(bytes)));
    int resident = 0;
    CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, bulk_kernel<stages>,
                                                             threads, bytes));
    const int blocks = resident * multiprocessors;
    const int grid = std::min(blocks, m.lines);
    bulk_kernel<stages><<<grid, threads, bytes>>>(m, piece);
    CUDA_CHECK(cudaGetLastError());
}

cudaAccessPolicyWindow window_over(const void* begin, size_t bytes, size_t most, size_t set_aside) {
    cudaAccessPolicyWindow window{};
    window.base_ptr = const_cast<void*>(begin);
    window.num_bytes = bytes < most ? bytes : most;
    window.hitRatio =
        window.num_bytes <= set_aside ? 1.0f : float(set_aside) / float(window.num_bytes);
    window.hitProp = cudaAccessPropertyPersisting;
    window.missProp = cudaAccessPropertyStreaming;
    return window;
}

// ---- The measurement.

class Bench {
  public:
    Bench(int lines, int width) : lines_(lines), width_(width) {
        CUDA_CHECK(cudaGetDeviceProperties(&device_, 0));
        const size_t count = size_t(lines) * width;
        const int sets = 1 + int(4.0 * device_.l2CacheSize / (4.0 * double(count)));
        for (int set = 0; set < sets; ++set) {
            A_.push_back(std::make_unique<kit::DeviceBuffer<float>>(count));
            runner::fill_reals(A_.back()->data(), count, set);
        }
        runner::fill_reals(x_.data(), x_.count(), 1000);
        check();
    }

    void run() {
        const size_t count = size_t(lines_) * width_;
        const auto reading = runner::faster_reading(A_[0]->data(), count, sums_.data());
        const int sets = int(A_.size());
        show("cold", sets,
             {{"reading A, no more",
               [&](int set) {
                   runner::read_all(A_[set]->data(), count, sums_.data(), nullptr, reading);
               }},
              {"plain", [&](int set) { plain(matrix(set)); }},
              {"bulk, 2 × 16 KiB", [&](int set) { bulk<2>(matrix(set), 4096, processors()); }},
              {"bulk, 4 × 8 KiB", [&](int set) { bulk<4>(matrix(set), 2048, processors()); }},
              {"bulk, 4 × 16 KiB", [&](int set) { bulk<4>(matrix(set), 4096, processors()); }},
              {"bulk, 8 × 8 KiB", [&](int set) { bulk<8>(matrix(set), 2048, processors()); }}});
        const size_t set_aside = device_.persistingL2CacheMaxSize;
        const size_t most = device_.accessPolicyMaxWindowSize;
        if (set_aside == 0) return;
        CUDA_CHECK(cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, set_aside));
        const auto of_x = window_over(x_.data(), 4 * size_t(width_), most, set_aside);
        show("cold, cache set aside", sets,
             {{"plain", [&](int set) { plain(matrix(set)); }},
              {"plain, window over x", [&](int set) { plain(matrix(set), &of_x); }}});
        const auto of_A = window_over(A_[0]->data(), 4 * count, most, set_aside);
        show("the same A, cache set aside", 1,
             {{"plain", [&](int) { plain(matrix(0)); }},
              {"plain, window over A", [&](int) { plain(matrix(0), &of_A); }}});
        CUDA_CHECK(cudaCtxResetPersistingL2Cache());
        CUDA_CHECK(cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, 0));
        show("the same A", 1, {{"plain", [&](int) { plain(matrix(0)); }}});
    }

  private:
    using Named = std::vector<std::pair<const char*, runner::Work>>;

    int processors() const { return device_.multiProcessorCount; }

    Matrix matrix(int set) { return {A_[set]->data(), x_.data(), y_.data(), lines_, width_}; }

    std::vector<float> result() {
        std::vector<float> y(y_.count());
        y_.copy_to(y.data());
        return y;
    }

    // Every form has the plain one's sums.
    void check() {
        plain(matrix(0));
        const auto right = result();
        const auto compare = [&](const char* name) {
            const auto y = result();
            for (size_t i = 0; i < y.size(); ++i)
                if (!(std::abs(y[i] - right[i]) <= 1e-4f * float(width_))) {
                    std::printf("%s: y[%zu] is %g, not %g\n", name, i, y[i], right[i]);
                    std::exit(1);
                }
            CUDA_CHECK(cudaMemset(y_.data(), 0xff, 4 * y_.count()));
        };
        CUDA_CHECK(cudaMemset(y_.data(), 0xff, 4 * y_.count()));
        bulk<2>(matrix(0), 4096, processors());
        compare("bulk, 2 stages");
        bulk<4>(matrix(0), 2048, processors());
        compare("bulk, 4 stages");
        bulk<8>(matrix(0), 2048, processors());
        compare("bulk, 8 stages");
    }

    void show(const char* data, int sets, const Named& named) {
        std::vector<runner::Work> works;
        for (const auto& one : named) works.push_back(one.second);
        const auto times = runner::time_side_by_side(works, sets);
        const double bytes = 4.0 * lines_ * width_;
        for (size_t i = 0; i < named.size(); ++i)
            std::printf("%s", runner::table_line(
                                  {data, named[i].first, std::to_string(lines_),
                                   std::to_string(width_), runner::fixed(times[i].median, 3),
                                   runner::fixed(times[i].p10, 3), runner::fixed(times[i].p90, 3),
                                   runner::fixed(1e-3 * bytes / times[i].median, 1)})
                                  .c_str());
    }

    int lines_, width_;
    cudaDeviceProp device_{};
    std::vector<std::unique_ptr<kit::DeviceBuffer<float>>> A_;
    kit::DeviceBuffer<float> x_{size_t(width_)}, y_{size_t(lines_)};
    kit::DeviceBuffer<float> sums_{size_t(runner::read_all_sums())};
};

}  // namespace

int main() {
    std::printf("data,kernel,lines,width,us,p10,p90,gb_s\n");
    constexpr int shapes[][2] = {{1024, 1024}, {2048, 4096}, {4096, 4096},
                                 {65536, 512}, {8192, 8192}, {16384, 16384}};
    for (const auto& [lines, width] : shapes) Bench(lines, width).run();
}
