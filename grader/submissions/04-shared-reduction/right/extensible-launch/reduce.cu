/* C style: launches by cudaLaunchKernelEx, dynamic shared memory, a macro of our own for errors. */
#include <stdio.h>
#include <string.h>

#include <stdexcept>

#include "lab.hpp"
#include <cuda_runtime.h>

#define TRY(expr)                                                                              \
  do {                                                                                         \
    const cudaError_t status_ = (expr);                                                        \
    if (status_ != cudaSuccess) {                                                              \
      char text_[256];                                                                         \
      snprintf(text_, sizeof text_, "%s(%d): %s", __FILE__, __LINE__, cudaGetErrorName(status_)); \
      throw std::runtime_error(text_);                                                         \
    }                                                                                          \
  } while (0)

#define FULL_MASK 0xffffffffu
#define LANE() (threadIdx.x & 31)
#define WARP() (threadIdx.x >> 5)

extern __shared__ float sdata[];

typedef void (*row_kernel)(int, float *, const float *, const float *, const float *);

static void launch(row_kernel kernel, int n, unsigned threads, size_t shared, int m, float *y, const float *A,
                   const float *x, const float *b)
{
  cudaLaunchConfig_t config;
  memset(&config, 0, sizeof config);
  config.gridDim = dim3(n, 1, 1);
  config.blockDim = dim3(threads, 1, 1);
  config.dynamicSmemBytes = shared;
  TRY(cudaLaunchKernelEx(&config, kernel, m, y, A, x, b));
}

/* All that is left when one warp remains is done by that warp alone. */
__global__ void k_shared(int m, float *y, const float *A, const float *x, const float *b)
{
  const unsigned tid = threadIdx.x;
  unsigned s;

  sdata[tid] = tid < (unsigned)m ? A[(size_t)blockIdx.x * m + tid] * x[tid] : 0;
  __syncthreads();
  for (s = blockDim.x / 2; s >= 32; s >>= 1) {
    if (tid < s) sdata[tid] += sdata[tid + s];
    __syncthreads();
  }
  if (tid >= 32) return;
  s = blockDim.x / 2 < 16 ? blockDim.x / 2 : 16;
  for (; s > 0; s >>= 1) {
    if (tid < s) sdata[tid] += sdata[tid + s];
    __syncwarp(__activemask());
  }
  if (tid == 0) y[blockIdx.x] = sdata[0] + b[blockIdx.x];
}

void reduce_shared(int n, int m, float *d_y, const float *d_A, const float *d_x, const float *d_b)
{
  unsigned threads = 1;
  while (threads < (unsigned)m) threads <<= 1;
  launch(k_shared, n, threads, threads * sizeof(float), m, d_y, d_A, d_x, d_b);
}

/* Every lane of every warp makes the sum of the warps' sums, so that no warp waits for the first. */
static __device__ float all_lanes_sum(float v, int width)
{
  for (int d = 1; d < width; d <<= 1) v += __shfl_xor_sync(FULL_MASK, v, d, width);
  return v;
}

__global__ void k_shuffle(int m, float *y, const float *A, const float *x, const float *b)
{
  const int tid = threadIdx.x;
  const float *row = &A[(size_t)blockIdx.x * m];
  float v = 0;

  if (tid < m) v = row[tid] * x[tid];
  v = all_lanes_sum(v, 32);
  if (LANE() == 0) sdata[WARP()] = v;
  if (blockDim.x == 32) {
    if (tid == 0) y[blockIdx.x] = v + b[blockIdx.x];
    return;
  }
  __syncthreads();
  if (WARP() == 0) {
    v = LANE() < (int)(blockDim.x >> 5) ? sdata[LANE()] : 0;
    v = all_lanes_sum(v, 32);
    if (LANE() == 0) y[blockIdx.x] = v + b[blockIdx.x];
  }
}

void reduce_shuffle(int n, int m, float *d_y, const float *d_A, const float *d_x, const float *d_b)
{
  const unsigned warps = (m + 31) >> 5;
  launch(k_shuffle, n, warps << 5, warps * sizeof(float), m, d_y, d_A, d_x, d_b);
}

__global__ void textbook_kernel(int m, float *y, const float *A, const float *x, const float *b)
{
  const int i = blockIdx.x, j = threadIdx.x;
  sdata[j] = A[i * m + j] * x[j];
  __syncthreads();
  for (int stride = m; (stride >>= 1) != 0; __syncthreads())
    if (j + stride < 2 * stride) sdata[j] += sdata[j + stride];
  if (j == 0) y[i] = sdata[0] + b[i];
}

void textbook(int n, int m, float *d_y, const float *d_A, const float *d_x, const float *d_b)
{
  launch(textbook_kernel, n, m, m * sizeof(float), m, d_y, d_A, d_x, d_b);
}
