// Lab 13: y = alpha op(A) x + beta y. The interface is in lab.hpp, the task in README.md. In
// memory, A is a number of lines of neighbouring floats, and its sums run along the lines or across
// them. Below gemv, it does not matter whether a line is a row or a column.
#include "kit/error.hpp"
#include "kit/require.hpp"
#include "lab.hpp"

// One call, as it looks in memory. x and y point to their first elements.
struct Task {
    const float* A;
    ptrdiff_t lda;
    unsigned lines, width;  // so that what lies a little beyond the last one is a number, too
    const float* x;
    ptrdiff_t incx;
    float* y;
    ptrdiff_t incy;
    Scalar alpha, beta;
};

// The configuration of a launch: a block's threads along and across the lines, how many loads of A
// a thread issues at once, and into how many parts each sum is split, one block each.
struct Plan {
    int x, y;
    int deep;
    int parts;
};

__device__ float value_of(Scalar scalar) {
    return scalar.device != nullptr ? *scalar.device : scalar.value;
}

// ---- Both kernels: a thread walks through A, `step` elements of its sum at a time.

template <int count>
struct alignas(4 * count) Floats {
    float at[count];
};

template <int count>
__device__ Floats<count> load(const float* from) {
    return *reinterpret_cast<const Floats<count>*>(from);
}

template <int count>
__device__ void store(float* to, const Floats<count>& floats) {
    *reinterpret_cast<Floats<count>*>(to) = floats;
}

// The walk of a thread: its elements of the sum are `first`, `first` + step, … below `end`. From
// one to the next, it moves a_step floats in A and x_step floats in x. `last` is the element of the
// thread that is furthest along.
struct Walk {
    const float *a, *x;
    ptrdiff_t a_step, x_step;
    unsigned first, last, end, step;
};

// Adds the next `deep` products to the sums, with `wide` floats of A each, and as many floats of x,
// or one for all of them. All loads are issued before the first product, so that they overlap.
// Unless `all`, the walk may end among them; what is behind its end is not loaded and counts as 0.
template <int deep, int wide, int wide_x, bool all>
__device__ void add_products(Floats<wide>& sums, Walk& walk) {
    Floats<wide> a[deep];
    Floats<wide_x> x[deep];
#pragma unroll
    for (int i = 0; i < deep; i++, walk.a += walk.a_step)
        a[i] = all || walk.first + i * walk.step < walk.end ? load<wide>(walk.a) : Floats<wide>{};
#pragma unroll
    for (int i = 0; i < deep; i++, walk.x += walk.x_step)
        x[i] =
            all || walk.first + i * walk.step < walk.end ? load<wide_x>(walk.x) : Floats<wide_x>{};
#pragma unroll
    for (int i = 0; i < deep; i++)
#pragma unroll
        for (int j = 0; j < wide; j++)
            sums.at[j] = fmaf(a[i].at[j], x[i].at[j % wide_x], sums.at[j]);
    walk.first += deep * walk.step;
    walk.last += deep * walk.step;
}

// All threads of a block leave the loop at the same time. If each left it when its own elements end,
// a warp could wait twice: for the lanes that still load all, and then for the others.
template <int deep, int wide, int wide_x>
__device__ void add_all_products(Floats<wide>& sums, Walk walk) {
    while (walk.last + (deep - 1) * walk.step < walk.end)
        add_products<deep, wide, wide_x, true>(sums, walk);
    if (walk.first < walk.end) add_products<deep, wide, wide_x, false>(sums, walk);
}

// ---- The end of both kernels: one thread has a sum, or this block's part of it.

// Loaded when a kernel begins, so that no thread waits for them at the end.
struct Factors {
    float alpha, beta;
};

__device__ void finish(const Task& task, Factors factors, unsigned output, float sum) {
    float* y = task.y + output * task.incy;
    sum = factors.alpha == 0.0f ? 0.0f : factors.alpha * sum;
    if (gridDim.y > 1)
        atomicAdd(y, sum);
    else
        *y = factors.beta == 0.0f ? sum : sum + factors.beta * *y;
}

// y = beta y, for sums without terms, and before blocks add parts. Multiplies no NaN by 0.
__global__ void scale_kernel(int n, float* y, ptrdiff_t incy, Scalar beta) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float factor = value_of(beta);
    y[i * incy] = factor == 0.0f ? 0.0f : factor * y[i * incy];
}

// The elements of the sum that this block takes, of `count`: all, or its part.
struct Range {
    unsigned begin, end;
};
__device__ Range part_of(unsigned count, unsigned part) {
    unsigned begin = blockIdx.y * part;
    return {begin, min(count, begin + part)};
}

// ---- Along the lines: threadIdx.x walks along a line, threadIdx.y selects the line.

// There are enough registers: one block per multiprocessor suffices (the 1), so that the compiler
// uses them for more loads at once instead of making room for more blocks.
template <int deep, int wide>
__global__ void __launch_bounds__(512, 1) along_kernel(Task task, unsigned part) {
    extern __shared__ float of_warps[];
    int lanes = blockDim.x, tx = threadIdx.x, ty = threadIdx.y;
    unsigned line = blockIdx.x * blockDim.y + ty;
    Factors factors{value_of(task.alpha), value_of(task.beta)};
    Floats<wide> sums = {};
    Range range = part_of(task.width, part);
    unsigned step = lanes * wide, first = range.begin + tx * wide, last = range.begin + step - wide;
    if (line < task.lines)
        add_all_products<deep, wide, wide>(
            sums, {task.A + line * task.lda + first, task.x + first * task.incx, step,
                   step * task.incx, first, last, range.end, step});
    float sum = 0.0f;
    for (int j = 0; j < wide; j++) sum += sums.at[j];
    for (int apart = min(lanes, 32) / 2; apart > 0; apart /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, apart);
    int warps = lanes / 32;
    if (warps > 1) {
        if (tx % 32 == 0) of_warps[ty * warps + tx / 32] = sum;
        __syncthreads();
        if (tx == 0)
#pragma unroll 4
            for (int w = 1; w < warps; w++) sum += of_warps[ty * warps + w];
    }
    if (tx == 0 && line < task.lines) finish(task, factors, line, sum);
}

// ---- Across the lines: threadIdx.x has `wide` neighbouring columns, threadIdx.y walks across.

template <int deep, int wide>
__global__ void __launch_bounds__(512, 1) across_kernel(Task task, unsigned part) {
    extern __shared__ __align__(16) float of_rows[];
    int lanes = blockDim.x, tx = threadIdx.x, ty = threadIdx.y;
    int columns = lanes * wide, thread = ty * lanes + tx;
    unsigned column = blockIdx.x * columns + tx * wide;
    Factors factors{value_of(task.alpha), value_of(task.beta)};
    Floats<wide> sums = {};
    Range range = part_of(task.lines, part);
    unsigned step = blockDim.y, first = range.begin + ty, last = range.begin + step - 1;
    if (column < task.width)
        add_all_products<deep, wide, 1>(
            sums, {task.A + first * task.lda + column, task.x + first * task.incx, step * task.lda,
                   step * task.incx, first, last, range.end, step});
    float sum = 0.0f;
    for (int apart = 16; apart >= lanes; apart /= 2)
        for (int j = 0; j < wide; j++)
            sums.at[j] += __shfl_down_sync(0xffffffff, sums.at[j], apart);
    int row = lanes < 32 ? thread / 32 : ty;
    int rows = lanes < 32 ? lanes * blockDim.y / 32 : blockDim.y;
    if (thread % 32 < lanes) store(of_rows + row * columns + tx * wide, sums);
    __syncthreads();
    if (thread < columns)
#pragma unroll 4
        for (int r = 0; r < rows; r++) sum += of_rows[r * columns + thread];
    unsigned output = blockIdx.x * columns + thread;
    if (thread < columns && output < task.width) finish(task, factors, output, sum);
}

// ---- The choice of the kernel and its configuration.

int divide_up(int a, int b) {
    return (a - 1) / b + 1;
}

// The smallest power of two that is at least n.
int power_of_two(int n) {
    int power = 1;
    while (power < n) power *= 2;
    return power;
}

constexpr int most_threads = 512;    // per block
constexpr int few_threads = 256;     // so few that two blocks fit on a multiprocessor
constexpr int usual_threads = 128;   // where a block need not be large
constexpr int least_lanes = 64;      // for a line, where the number of lanes can be chosen
constexpr int blocks_to_split = 16;  // a multiprocessor, into which sums are cut at most

// The most loads of A that a thread issues at once; half of them if more do not help.
constexpr int deepest(int wide) {
    return wide == 4 ? 8 : 16;
}

// A sum is split if even the largest block would need a second round of loads, and into so many
// parts that the blocks end evenly; but never into parts shorter than one walk.
int parts_of(int length, int per_walk, int blocks, int multiprocessors) {
    int parts = 1;
    int wanted = blocks_to_split * multiprocessors / blocks;
    parts = max(1, min(wanted, divide_up(length, per_walk)));
    return parts;
}

// How many loads the lanes of a line issue, with those of the last round that are behind its end.
int loads_of(int units, int lanes, int deep) {
    return divide_up(units, lanes * deep) * lanes * deep;
}

// A thread loads `units` units of `wide` floats at once.
Plan plan_along(int lines, int units, int wide, int multiprocessors) {
    Plan plan{1, usual_threads, deepest(wide), 1};
    if (units <= 32 * deepest(wide) / 2) plan.deep /= 2;
    int most = lines > multiprocessors ? few_threads : most_threads;
    plan.x = min(most, power_of_two(divide_up(units, plan.deep)));
    if (lines > multiprocessors && plan.x * plan.deep > units) plan.x /= 2;
    if (lines > 2 * multiprocessors)
        for (int lanes = plan.x / 2; lanes >= least_lanes; lanes /= 2)
            if (loads_of(units, lanes, plan.deep) < loads_of(units, plan.x, plan.deep))
                plan.x = lanes;
    int sector = min(8 / wide, power_of_two(units));  // lanes for 32 bytes
    plan.x = max(plan.x, sector);
    plan.y = max(1, (plan.x == sector ? few_threads : usual_threads) / plan.x);
    if (units > most_threads * plan.deep)
        plan.parts = parts_of(units, plan.x * plan.deep, divide_up(lines, plan.y), multiprocessors);
    return plan;
}

Plan plan_across(int lines, int units, int wide, int multiprocessors) {
    Plan plan{1, usual_threads, deepest(wide), 1};
    int sector = 8 / wide, widest = 64 / wide;  // lanes for 32 and for 256 neighbouring bytes
    if (lines > few_threads * 8) {
        plan.x = min(widest, power_of_two(units));
        plan.y = few_threads / plan.x;
        plan.parts = parts_of(lines, plan.y * plan.deep, divide_up(units, plan.x), multiprocessors);
    } else {
        plan.y = max(4, power_of_two(divide_up(lines, 8)));
        plan.x = min(power_of_two(units), max(sector, usual_threads / plan.y));
        plan.y = max(min(plan.y, most_threads / plan.x), usual_threads / plan.x);
        // Blocks of more columns, while half of the multiprocessors have one; or all of them, where
        // a thread loads single floats, so that fewer bytes are under way.
        int enough = multiprocessors / 2;
        while (plan.x < widest && divide_up(units, plan.x) > enough) {
            plan.x *= 2;
            if (wide == 1) enough = multiprocessors;
            int most = divide_up(units, plan.x) > multiprocessors ? few_threads : most_threads;
            while (plan.x * plan.y > most) plan.y /= 2;
        }
    }
    if (divide_up(lines, plan.y * plan.parts) <= plan.deep / 2) plan.deep /= 2;
    return plan;
}

int multiprocessors() {
    int device = 0, count = 0;
    CUDA_CHECK(cudaGetDevice(&device));
    CUDA_CHECK(cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, device));
    return count;
}

void scale(const Task& task, int outputs, cudaStream_t stream) {
    scale_kernel<<<divide_up(outputs, 256), 256, 0, stream>>>(outputs, task.y, task.incy,
                                                              task.beta);
    CUDA_CHECK(cudaGetLastError());
}

template <int wide>
void launch(const Task& task, bool along, cudaStream_t stream) {
    int units = divide_up(task.width, wide);
    Plan plan = along ? plan_along(static_cast<int>(task.lines), units, wide, multiprocessors())
                      : plan_across(static_cast<int>(task.lines), units, wide, multiprocessors());
    int outputs = along ? task.lines : task.width;
    int length = along ? units : task.lines;
    const unsigned part = [&] {
        const int units_of_a_part = divide_up(length, plan.parts);
        return along ? units_of_a_part * wide : units_of_a_part;
    }();
    dim3 blocks(along ? divide_up(task.lines, plan.y) : divide_up(units, plan.x), plan.parts);
    dim3 threads(plan.x, plan.y);
    int warps = divide_up(plan.x * plan.y, 32);
    const size_t shared = [&] {
        const int floats_of_a_warp = along ? 1 : plan.x * wide;
        return sizeof(float) * warps * floats_of_a_warp;
    }();
    if (plan.parts > 1) scale(task, outputs, stream);
    constexpr int deep = deepest(wide), shallow = deep / 2;
    if (along && plan.deep == deep)
        along_kernel<deep, wide><<<blocks, threads, shared, stream>>>(task, part);
    else if (along)
        along_kernel<shallow, wide><<<blocks, threads, shared, stream>>>(task, part);
    else if (plan.deep == deep)
        across_kernel<deep, wide><<<blocks, threads, shared, stream>>>(task, part);
    else
        across_kernel<shallow, wide><<<blocks, threads, shared, stream>>>(task, part);
    CUDA_CHECK(cudaGetLastError());
}

// Whether every four floats that a thread loads at once begin at a multiple of 16 bytes.
bool is_aligned(const Task& task, bool along) {
    bool aligned = false;
    auto multiple_of_16 = [](const float* at) { return reinterpret_cast<size_t>(at) % 16 == 0; };
    aligned = multiple_of_16(task.A) && task.width % 4 == 0 && task.lda % 4 == 0 &&
              (!along || (task.incx == 1 && multiple_of_16(task.x)));
    return aligned;
}

void gemv(Layout layout, Operation operation, int m, int n, Scalar alpha, const float* d_A, int lda,
          const float* d_x, int incx, Scalar beta, float* d_y, int incy, cudaStream_t stream) {
    bool by_rows = layout == Layout::row_major, plain = operation == Operation::plain;
    int lines = by_rows ? m : n, width = by_rows ? n : m;
    bool along = by_rows == plain;
    int outputs = along ? lines : width, length = along ? width : lines;
    kit::require(m >= 0, "m must be at least 0, not %d", m);
    kit::require(n >= 0, "n must be at least 0, not %d", n);
    const float* x = d_x;
    float* y = d_y;
    kit::require(lda >= max(1, width), "lda must be at least %d, not %d", max(1, width), lda);
    kit::require(incx != 0, "incx must not be 0");
    kit::require(incy != 0, "incy must not be 0");
    if (m == 0 || n == 0) return;
    // Where an increment is negative, the first element lies last.
    if (incx < 0) x -= static_cast<ptrdiff_t>(length - 1) * incx;
    if (incy < 0) y -= static_cast<ptrdiff_t>(outputs - 1) * incy;
    Task task{d_A, lda, 0, 0, x, incx, y, incy, alpha, beta};
    task.lines = lines, task.width = width;
    if (alpha.device == nullptr && alpha.value == 0.0f)
        scale(task, outputs, stream);
    else if (is_aligned(task, along))
        launch<4>(task, along, stream);
    else
        launch<1>(task, along, stream);
}
