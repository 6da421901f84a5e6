/* C with two-dimensional blocks; launches by cudaLaunchKernel with an array of arguments, and by
   cudaLaunchCooperativeKernel where one block goes on from segment to segment. */
#include <stddef.h>
#include <stdio.h>

#include <string>
#include <system_error>

#include <cuda_runtime_api.h>
#include "lab.hpp"

enum { TX = 64, TY = 8, CHUNK = 2048 };

static void ok(cudaError_t e, const char *what)
{
  if (e == cudaSuccess) return;
  throw std::runtime_error(std::string(what) + ": " + cudaGetErrorString(e));
}

static __device__ __forceinline__ size_t row_begin(int i, int m) { return (size_t)i * (size_t)m; }

/* The tree of each row. Leaves the sum in s[ty][0]. */
static __device__ void tree(float s[TY][TX], float v)
{
  s[threadIdx.y][threadIdx.x] = v;
  for (unsigned d = TX / 2; d >= 1; d /= 2) {
    __syncthreads();
    if (threadIdx.x < d) s[threadIdx.y][threadIdx.x] += s[threadIdx.y][threadIdx.x + d];
  }
}

static __device__ float dot(const float *__restrict__ a, const float *__restrict__ x, int m)
{
  float s0 = 0, s1 = 0;
  int j = threadIdx.x;
  for (; j + TX < m; j += 2 * TX) {
    s0 += a[j] * x[j];
    s1 += a[j + TX] * x[j + TX];
  }
  if (j < m) s0 += a[j] * x[j];
  return s0 + s1;
}

__global__ void k_one(int n, int m, float *y, const float *A, const float *x, const float *b)
{
  __shared__ float s[TY][TX];
  const int segments = (n + TY - 1) / TY;
  for (int seg = 0; seg < segments; seg++) {
    const int i = seg * TY + threadIdx.y;
    tree(s, i < n ? dot(A + row_begin(i, m), x, m) : 0);
    if (threadIdx.x == 0 && i < n) y[i] = s[threadIdx.y][0] + b[i];
    __syncthreads(); /* before s is written again */
  }
}

__global__ void k_many(int n, int m, float *y, const float *A, const float *x, const float *b)
{
  __shared__ float s[TY][TX];
  const int i = blockIdx.x * TY + threadIdx.y;
  tree(s, i < n ? dot(A + row_begin(i, m), x, m) : 0);
  if (threadIdx.x == 0 && i < n) y[i] = s[threadIdx.y][0] + b[i];
}

__global__ void k_staged(int n, int m, float *y, const float *A, const float *x, const float *b)
{
  __shared__ float s[TY][TX];
  __shared__ float xs[CHUNK];
  const int i = blockIdx.x * TY + threadIdx.y;
  float v = 0;
  for (int c = 0; c < m; c += CHUNK) {
    const int len = m - c < CHUNK ? m - c : CHUNK;
    for (int k = threadIdx.y * TX + threadIdx.x; k < len; k += TX * TY) xs[k] = x[c + k];
    __syncthreads();
    if (i < n) v += dot(A + row_begin(i, m) + c, xs, len);
    __syncthreads();
  }
  tree(s, v);
  if (threadIdx.x == 0 && i < n) y[i] = s[threadIdx.y][0] + b[i];
}

#define ARGS { &n, &m, &d_y, &d_A, &d_x, &d_b }

void one_block(int n, int m, float *d_y, const float *d_A, const float *d_x, const float *d_b)
{
  void *args[] = ARGS;
  ok(cudaLaunchCooperativeKernel((void *)k_one, dim3(1), dim3(TX, TY), args, 0, 0), "one_block");
}

void many_blocks(int n, int m, float *d_y, const float *d_A, const float *d_x, const float *d_b)
{
  void *args[] = ARGS;
  ok(cudaLaunchKernel((const void *)k_many, dim3((n + TY - 1) / TY), dim3(TX, TY), args, 0, NULL), "many_blocks");
}

void staged_x(int n, int m, float *d_y, const float *d_A, const float *d_x, const float *d_b)
{
  void *args[] = ARGS;
  ok(cudaLaunchKernel((const void *)k_staged, dim3((n + TY - 1) / TY), dim3(TX, TY), args, 0, NULL), "staged_x");
}

__global__ void textbook_kernel(int n, int m, float *y, const float *A, const float *x, const float *b)
{
  __shared__ float Q[TY][TX];
  const int t = threadIdx.y, z = threadIdx.x;
  int first = 0;
  do {
    int i = first + t;
    Q[t][z] = 0.0f;
    if (i < n)
      for (int j = z; j < m; j += TX) Q[t][z] += A[row_begin(i, m) + j] * x[j];
    for (int stride = TX / 2; stride > 0; stride /= 2) {
      __syncthreads();
      if (z < stride) Q[t][z] += Q[t][z + stride];
    }
    if (z == 0 && i < n) y[i] = Q[t][0] + b[i];
    first += TY;
  } while (__syncthreads_or(first < n));
}

void textbook(int n, int m, float *d_y, const float *d_A, const float *d_x, const float *d_b)
{
  void *args[] = ARGS;
  ok(cudaLaunchKernel((const void *)textbook_kernel, dim3(1), dim3(TX, TY), args, 0, NULL), "textbook");
}

/* Rows beyond the last are taken for the last one, and not stored. */
__global__ void collected_kernel(int n, int m, float *y, const float *A, const float *x, const float *b)
{
  __shared__ float Q[TY][TX];
  __shared__ float sums[4 * TY];
  const int t = threadIdx.y, z = threadIdx.x;
  const int first = blockIdx.x * 4 * TY;
  const int rows = n - first < 4 * TY ? n - first : 4 * TY;
  const int tid = t * TX + z;
  int r = t;
  while (r - t < rows) {
    float sum = 0.0f;
    if (r < rows)
      for (int j = z; j < m; j += TX) sum += A[row_begin(first + r, m) + j] * x[j];
    __syncthreads();
    Q[t][z] = sum;
    for (int stride = TX / 2; stride > 0; stride /= 2) {
      __syncthreads();
      if (z < stride) Q[t][z] += Q[t][z + stride];
    }
    if (z == 0) sums[r] = Q[t][0];
    r += TY;
  }
  __syncthreads();
  if (tid < rows) y[first + tid] = sums[tid] + b[first + tid];
}

void collected(int n, int m, float *d_y, const float *d_A, const float *d_x, const float *d_b)
{
  void *args[] = ARGS;
  ok(cudaLaunchKernel((const void *)collected_kernel, dim3((n + 4 * TY - 1) / (4 * TY)), dim3(TX, TY), args, 0, NULL),
     "collected");
}
