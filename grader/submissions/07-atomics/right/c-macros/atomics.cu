/* In C, with macros; the buffers of the launches are told apart by a parity, several elements a
 * thread are summed before the tree.                                                             */
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdexcept>
#include "lab.hpp"
#include <cuda_runtime.h>

#define CEIL_DIV(a, b) (((a) + (b) - 1) / (b))
#define IS_POW2(v) ((v) >= 1 && !((v) & ((v) - 1)))
#define GLOBAL_I (blockIdx.y * blockDim.y + threadIdx.y)
#define GLOBAL_J (blockIdx.x * blockDim.x + threadIdx.x)
#define FAIL(...)                                   \
  do {                                              \
    char msg__[200];                                \
    snprintf(msg__, sizeof(msg__), __VA_ARGS__);    \
    throw std::runtime_error(msg__);                \
  } while (0)
#define CU(call)                                                                                 \
  do {                                                                                           \
    cudaError_t err__ = (call);                                                                  \
    if (err__) FAIL("%s:%d %s -> %s", __FILE__, __LINE__, #call, cudaGetErrorString(err__));     \
  } while (0)
#define LAUNCH(k, g, t, s, ...)      \
  do {                               \
    k<<<(g), (t), (s)>>>(__VA_ARGS__); \
    CU(cudaGetLastError());          \
  } while (0)
#define CHECK_SIZES()                                                        \
  do {                                                                       \
    if (n < 1) FAIL("bad n %d", n);                                          \
    if (sx < 2 || !IS_POW2(sx)) FAIL("bad sx %d", sx);                       \
    if (!IS_POW2(sy)) FAIL("bad sy %d", sy);                                 \
    if ((int64_t)sx * sy > 1024) FAIL("sx * sy: %d * %d > 1024", sx, sy);    \
  } while (0)

/* Threads of one row of the block; a barrier for each step, a variable for each thread's sum. */
#define ROW_TREE(q, sum)                                            \
  do {                                                              \
    volatile float *q__ = (q);                                      \
    q__[threadIdx.x] = (sum);                                       \
    __syncthreads();                                                \
    for (unsigned s__ = blockDim.x / 2; s__ > 0; s__ >>= 1) {       \
      if (threadIdx.x < s__) {                                      \
        (sum) += q__[threadIdx.x + s__];                            \
        q__[threadIdx.x] = (sum);                                   \
      }                                                             \
      __syncthreads();                                              \
    }                                                               \
  } while (0)

extern __shared__ float smem[];

__global__ void k_reduce(uint32_t n, uint32_t columns, float *to, const float *from, const float *x, const float *b)
{
  const uint32_t i = GLOBAL_I, j = GLOBAL_J;
  float sum = 0.f;
  if (i < n && j < columns) sum = from[(uint64_t)i * columns + j] * (x ? x[j] : 1.f);
  ROW_TREE(smem + threadIdx.y * blockDim.x, sum);
  if (!threadIdx.x && i < n) to[(uint64_t)i * gridDim.x + blockIdx.x] = b ? sum + b[i] : sum;
}

void repeated_launches(int n, int sx, int sy, float *d_y, const float *d_A, const float *d_x, const float *d_b,
                       float *d_buff1, float *d_buff2)
{
  CHECK_SIZES();
  float *const buf[2] = {d_buff1, d_buff2};
  int left = n, round = 0;
  do {
    const int sums = CEIL_DIV(left, sx);
    LAUNCH(k_reduce, dim3(sums, CEIL_DIV(n, sy)), dim3(sx, sy), sizeof(float) * sx * sy, n, left,
           sums == 1 ? d_y : buf[round & 1], round ? buf[~round & 1] : d_A, round ? NULL : d_x,
           sums == 1 ? d_b : NULL);
    left = sums;
    round++;
  } while (left > 1);
}

__global__ void k_set(int n, float *__restrict__ y, const float *__restrict__ b)
{
  for (int i = GLOBAL_J; i < n; i += gridDim.x * blockDim.x) y[i] = b[i];
}

__global__ void k_shared(uint32_t n, float *y, const float *A, const float *x)
{
  const uint32_t i = GLOBAL_I, j = GLOBAL_J;
  float sum = i < n && j < n ? A[(uint64_t)i * n + j] * x[j] : 0.f;
  ROW_TREE(smem + threadIdx.y * blockDim.x, sum);
  if (!threadIdx.x && i < n) (void)atomicAdd(y + i, sum);
}

void shared_atomics(int n, int sx, int sy, float *d_y, const float *d_A, const float *d_x, const float *d_b)
{
  CHECK_SIZES();
  LAUNCH(k_set, CEIL_DIV(n, 128), 128, 0, n, d_y, d_b);
  LAUNCH(k_shared, dim3(CEIL_DIV(n, sx), CEIL_DIV(n, sy)), dim3(sx, sy), sizeof(float) * sx * sy, n, d_y, d_A, d_x);
}

/* An addition to a float by compare-and-swap would cost more; a red is enough. */
__global__ void k_atomics(uint32_t n, float *y, const float *A, const float *x)
{
  uint32_t i = GLOBAL_I, j = GLOBAL_J;
  if (i < n && j < n) atomicAdd_system(&y[i], A[(uint64_t)i * n + j] * x[j]);
}

void atomics_only(int n, int sx, int sy, float *d_y, const float *d_A, const float *d_x, const float *d_b)
{
  CHECK_SIZES();
  LAUNCH(k_set, CEIL_DIV(n, 128), 128, 0, n, d_y, d_b);
  LAUNCH(k_atomics, dim3(CEIL_DIV(n, sx), CEIL_DIV(n, sy)), dim3(sx, sy), 0, n, d_y, d_A, d_x);
}

__global__ void one_buffer_kernel(int n, bool do_computation, int from_pitch, int to_pitch, float *y, float *to,
                                  const float *from, const float *x, const float *b)
{
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

/* Both halves side by side in every row: columns 0 .. pitch - 1, and the ones behind them. */
void one_buffer(int n, int sx, int sy, float *d_y, const float *d_A, const float *d_x, const float *d_b,
                float *d_buff)
{
  const int half = n / sx;
  int offset = 0;
  for (int left = n; left > 1; left /= sx, offset = half - offset) {
    const bool first = left == n;
    LAUNCH(one_buffer_kernel, dim3(left / sx, CEIL_DIV(n, sy)), dim3(sx, sy), 0, n, first, first ? n : 2 * half,
           2 * half, d_y, d_buff + offset, first ? d_A : d_buff + (half - offset), d_x, d_b);
  }
}
