/* In C: goto for cleaning up, cudaLaunchCooperativeKernel and grid.sync() for a scatter in one launch,
 * arrays with cudaMallocPitch. */
#include <cooperative_groups.h>
#include <stdio.h>
#include <stdlib.h>
#include <new>
#include "kit/error.hpp"
#include "lab.hpp"

#define BLOCK 256

static __global__ void gather_pitched(unsigned n, unsigned m, size_t pitch, float *y, const char *A,
                                      const float *x, const float *b)
{
	unsigned i = blockDim.x * blockIdx.x + threadIdx.x;
	const float *row = (const float *)(A + i * pitch);
	float acc;

	if (i >= n)
		return;
	acc = b[i];
	for (unsigned j = 0; j < m; j++)
		acc += row[j] * __ldg(&x[j]);
	y[i] = acc;
}

void gather(int n, int m, float *d_y, const float *d_A, const float *d_x, const float *d_b)
{
	gather_pitched<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(n, m, m * sizeof(float), d_y, (const char *)d_A, d_x, d_b);
	CUDA_CHECK(cudaGetLastError());
}

void matvec(int n, int m, float *y, const float *A, const float *x, const float *b)
{
	float *d_A = NULL, *d_v = NULL;
	size_t pitch = 0, row = m * sizeof(float), col = n * sizeof(float);
	cudaError_t err;

	if ((err = cudaMallocPitch(&d_A, &pitch, row, n)) != cudaSuccess)
		goto out;
	if ((err = cudaMalloc((void **)&d_v, row + 2 * col)) != cudaSuccess)
		goto out;
	if ((err = cudaMemcpy2D(d_A, pitch, A, row, row, n, cudaMemcpyHostToDevice)) != cudaSuccess)
		goto out;
	if ((err = cudaMemcpy(d_v, x, row, cudaMemcpyHostToDevice)) != cudaSuccess)
		goto out;
	if ((err = cudaMemcpy(d_v + m, b, col, cudaMemcpyHostToDevice)) != cudaSuccess)
		goto out;
	gather_pitched<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(n, m, pitch, d_v + m + n, (const char *)d_A, d_v, d_v + m);
	if ((err = cudaGetLastError()) != cudaSuccess)
		goto out;
	err = cudaMemcpy(y, d_v + m + n, col, cudaMemcpyDeviceToHost);
out:
	cudaFree(d_v);
	cudaFree(d_A);
	CUDA_CHECK(err);
}

static __global__ void scatter_once(int n, int m, float *y, const float *A, const float *x, const float *b)
{
	const int rank = blockIdx.x * blockDim.x + threadIdx.x, size = gridDim.x * blockDim.x;

	for (int i = rank; i < n; i += size)
		y[i] = b[i];
	cooperative_groups::this_grid().sync();
	for (int j = rank; j < m; j += size) {
		const float xj = x[j];
		const float *a = A + j;
		for (int i = 0; i < n; i++, a += m)
			atomicAdd(y + i, *a * xj);
	}
}

void scatter(int n, int m, float *d_y, const float *d_A, const float *d_x, const float *d_b)
{
	int per_sm = 0, sms = 0, dev = 0, blocks = (m + BLOCK - 1) / BLOCK;
	void *args[] = { &n, &m, &d_y, &d_A, &d_x, &d_b };

	CUDA_CHECK(cudaGetDevice(&dev));
	CUDA_CHECK(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, dev));
	CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_sm, scatter_once, BLOCK, 0));
	if (blocks > per_sm * sms)
		blocks = per_sm * sms;
	CUDA_CHECK(cudaLaunchCooperativeKernel((void *)scatter_once, blocks, BLOCK, args, 0, NULL));
}
