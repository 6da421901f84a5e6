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
    // TODO: load `deep` times from A, then from x, then multiply; move the walk on (about 15 lines)
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
    // TODO: add to y, to which others add, too, where sums are cut; else write it (about 6 lines)
}

// y = beta y, for sums without terms, and before blocks add parts. Multiplies no NaN by 0.
__global__ void scale_kernel(int n, float* y, ptrdiff_t incy, Scalar beta) {
    // TODO: scale this thread's element; where beta is 0, write without reading (about 4 lines)
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
    // TODO: walk along this thread's line, `wide` floats at a time (about 6 lines)
    float sum = 0.0f;
    for (int j = 0; j < wide; j++) sum += sums.at[j];
    // TODO: add up the line's lanes: in a warp by shuffles, its warps by shared memory (about 10 lines)
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
    // TODO: walk across the lines, this thread's columns side by side (about 6 lines)
    float sum = 0.0f;
    // TODO: add up what has the same columns: by shuffles in a warp, then rows of threads (about 10 lines)
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
    // TODO: the lesser of both, and at least 1 (about 2 lines)
    return parts;
}

// How many loads the lanes of a line issue, with those of the last round that are behind its end.
int loads_of(int units, int lanes, int deep) {
    return divide_up(units, lanes * deep) * lanes * deep;
}

// A thread loads `units` units of `wide` floats at once.
Plan plan_along(int lines, int units, int wide, int multiprocessors) {
    Plan plan{1, usual_threads, deepest(wide), 1};
    // TODO: lanes for a line: each loads once, or few load nothing; lines of a block (about 13 lines)
    return plan;
}

Plan plan_across(int lines, int units, int wide, int multiprocessors) {
    Plan plan{1, usual_threads, deepest(wide), 1};
    // TODO: a block for as many lines that each thread loads once, or parts; columns (about 18 lines)
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
    // TODO: cut the sums; scale y first where they are cut; launch the kernel (about 18 lines)
}

// Whether every four floats that a thread loads at once begin at a multiple of 16 bytes.
bool is_aligned(const Task& task, bool along) {
    bool aligned = false;
    // TODO: A's address, all lines, their length; along the lines x, too (about 3 lines)
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
    // TODO: require the rest of lab.hpp; without rows or columns return; begin x and y (about 6 lines)
    Task task{d_A, lda, 0, 0, x, incx, y, incy, alpha, beta};
    task.lines = lines, task.width = width;
    if (alpha.device == nullptr && alpha.value == 0.0f)
        scale(task, outputs, stream);
    else if (is_aligned(task, along))
        launch<4>(task, along, stream);
    else
        launch<1>(task, along, stream);
}
