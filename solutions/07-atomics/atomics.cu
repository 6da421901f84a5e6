// Lab 07: y = A x + b with the work of a row split over several blocks. Their partial sums are
// combined by further launches or by atomic additions. The interface is in lab.hpp, the task in
// README.md. A is square and row-major: A[i * n + j]. A block has sx * sy threads.
#include <utility>

#include "kit/error.hpp"
#include "kit/require.hpp"
#include "lab.hpp"

// ---- For all rungs.

bool is_power_of_two(int k) {
    return k >= 1 && (k & (k - 1)) == 0;
}

// Throws an exception with a message if the kernels cannot handle these sizes.
void check_sizes(int n, int sx, int sy) {
    // BEGIN SOLUTION: kit::require what lab.hpp requires of n, sx, sy and sx * sy
    kit::require(n >= 1, "n must be at least 1, not %d", n);
    kit::require(sx >= 2 && is_power_of_two(sx), "sx must be a power of two from 2 on, not %d", sx);
    kit::require(is_power_of_two(sy), "sy must be a power of two, not %d", sy);
    // sx * sy might not fit an int.
    kit::require(sx <= 1024 / sy, "sx * sy must be at most 1024, not %d * %d", sx, sy);
    // END SOLUTION
}

int divide_up(int a, int b) {
    return (a + b - 1) / b;
}

// The sum of `value` over the threads with the same threadIdx.y: a tree as in lab 04, one for each
// row of the block. Only the threads with threadIdx.x == 0 get the sum. All threads must call it.
// The launch must give blockDim.x * blockDim.y floats of shared memory.
__device__ float sum_of_row(float value) {
    extern __shared__ float Q[];
    float* row = &Q[threadIdx.y * blockDim.x];
    int tx = threadIdx.x;
    // BEGIN SOLUTION: put value into row[tx]; add as a tree, so that row[0] becomes the sum
    row[tx] = value;
    for (int stride = blockDim.x / 2; stride > 0; stride /= 2) {
        __syncthreads();
        if (tx < stride) row[tx] += row[tx + stride];
    }
    // END SOLUTION
    return row[tx];
}

// ---- Rung 1: repeated launches. Each launch leaves ceil(to_reduce / sx) sums per row.

// Reads a matrix of n rows and to_reduce columns, and writes one of n rows and gridDim.x columns:
// the sums of sx neighbours. The first launch multiplies (do_computation). The last one, with a
// grid that is one block wide, adds b.
__global__ void reduce_kernel(int n, bool do_computation, int to_reduce, float* to,
                              const float* from, const float* x, const float* b) {
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    // BEGIN SOLUTION: read an element, or 0 outside; multiply if asked to; sum; store the row's sum
    float value = 0.0f;
    if (i < n && j < to_reduce) {
        value = from[static_cast<size_t>(i) * to_reduce + j];
        if (do_computation) value *= x[j];
    }
    float sum = sum_of_row(value);
    if (threadIdx.x == 0 && i < n) {
        if (gridDim.x == 1) sum += b[i];
        to[static_cast<size_t>(i) * gridDim.x + blockIdx.x] = sum;
    }
    // END SOLUTION
}

void repeated_launches(int n, int sx, int sy, float* d_y, const float* d_A, const float* d_x,
                       const float* d_b, float* d_buff1, float* d_buff2) {
    // BEGIN SOLUTION: check the sizes; launch until one sum a row is left, and write that to y
    check_sizes(n, sx, sy);
    dim3 block(sx, sy);
    bool do_computation = true;
    int to_reduce = n;
    const float* from = d_A;
    do {
        dim3 grid(divide_up(to_reduce, sx), divide_up(n, sy));
        float* to = grid.x == 1 ? d_y : d_buff1;
        reduce_kernel<<<grid, block, sizeof(float) * sx * sy>>>(n, do_computation, to_reduce, to,
                                                                from, d_x, d_b);
        CUDA_CHECK(cudaGetLastError());
        do_computation = false;
        to_reduce = grid.x;
        from = to;
        std::swap(d_buff1, d_buff2);  // the next launch reads this one's result
    } while (to_reduce > 1);
    // END SOLUTION
}

// ---- Rung 2: shared memory and atomics. One launch; the blocks of a row meet in y.

__global__ void shared_atomics_kernel(int n, float* y, const float* A, const float* x) {
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    // BEGIN SOLUTION: sum the products of this block's part of row i; add that to y[i]
    float sum = sum_of_row(i < n && j < n ? A[static_cast<size_t>(i) * n + j] * x[j] : 0.0f);
    if (threadIdx.x == 0 && i < n) atomicAdd(&y[i], sum);
    // END SOLUTION
}

void shared_atomics(int n, int sx, int sy, float* d_y, const float* d_A, const float* d_x,
                    const float* d_b) {
    // BEGIN SOLUTION: check the sizes; set y to b by cudaMemcpyAsync; launch once
    check_sizes(n, sx, sy);
    CUDA_CHECK(cudaMemcpyAsync(d_y, d_b, sizeof(float) * n, cudaMemcpyDeviceToDevice));
    dim3 block(sx, sy), grid(divide_up(n, sx), divide_up(n, sy));
    shared_atomics_kernel<<<grid, block, sizeof(float) * sx * sy>>>(n, d_y, d_A, d_x);
    CUDA_CHECK(cudaGetLastError());
    // END SOLUTION
}

// ---- Rung 3: atomics only. One launch; every product is added to y by itself.

__global__ void atomics_only_kernel(int n, float* y, const float* A, const float* x) {
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    // BEGIN SOLUTION: add this thread's product to y[i]; no shared memory, no barrier
    if (i < n && j < n) atomicAdd(&y[i], A[static_cast<size_t>(i) * n + j] * x[j]);
    // END SOLUTION
}

void atomics_only(int n, int sx, int sy, float* d_y, const float* d_A, const float* d_x,
                  const float* d_b) {
    // BEGIN SOLUTION: as in rung 2, with atomics_only_kernel
    check_sizes(n, sx, sy);
    CUDA_CHECK(cudaMemcpyAsync(d_y, d_b, sizeof(float) * n, cudaMemcpyDeviceToDevice));
    dim3 block(sx, sy), grid(divide_up(n, sx), divide_up(n, sy));
    atomics_only_kernel<<<grid, block>>>(n, d_y, d_A, d_x);
    CUDA_CHECK(cudaGetLastError());
    // END SOLUTION
}

// ---- The hunt: repeated launches with one buffer, for n a power of sx. It has a race.

// Thread 0 of each row of the block sums the row's sx values alone, to keep the kernel short.
__global__ void one_buffer_kernel(int n, bool do_computation, int from_pitch, int to_pitch,
                                  float* y, float* to, const float* from, const float* x,
                                  const float* b) {
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    if (threadIdx.x != 0 || i >= n) return;
    float sum = 0.0f;
    int sx = blockDim.x;
    for (int k = 0; k < sx; k++) {
        int j = blockIdx.x * sx + k;
        sum += from[i * from_pitch + j] * (do_computation ? x[j] : 1.0f);
    }
    if (gridDim.x > 1)
        to[i * to_pitch + blockIdx.x] = sum;
    else
        y[i] = sum + b[i];
}

void one_buffer(int n, int sx, int sy, float* d_y, const float* d_A, const float* d_x,
                const float* d_b, float* d_buff) {
    const float* from = d_A;
    float* to = d_buff;
    int pitch = n / sx;  // from one row of the buffer to the next
    for (int to_reduce = n; to_reduce > 1; to_reduce /= sx) {
        bool do_computation = to_reduce == n;
        dim3 block(sx, sy), grid(to_reduce / sx, (n + sy - 1) / sy);
        one_buffer_kernel<<<grid, block>>>(n, do_computation, do_computation ? n : pitch, pitch,
                                           d_y, to, from, d_x, d_b);
        CUDA_CHECK(cudaGetLastError());
        from = to;
        // BEGIN SOLUTION: let no block of the next launch write what another one reads
        to = to == d_buff ? d_buff + n * pitch : d_buff;
        // END SOLUTION
    }
}
