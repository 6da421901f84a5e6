// Three transposes behind one table of kernel pointers, timed with events.
#include <cstdio>
#include <vector>
#include <cuda_runtime.h>

const int TILE_DIM = 32;
const int BLOCK_ROWS = 8;

__global__ void transposeNaive(float *odata, const float *idata, int width, int height)
{
  int x = blockIdx.x * TILE_DIM + threadIdx.x;
  int y = blockIdx.y * TILE_DIM + threadIdx.y;

  for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS)
    if (x < width && y + j < height)
      odata[x * height + (y + j)] = idata[(y + j) * width + x];
}

template <int PAD>
__global__ void transposeTile(float *odata, const float *idata, int width, int height)
{
  __shared__ float tile[TILE_DIM][TILE_DIM + PAD];

  int x = blockIdx.x * TILE_DIM + threadIdx.x;
  int y = blockIdx.y * TILE_DIM + threadIdx.y;

  for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS)
    if (x < width && y + j < height)
      tile[threadIdx.y + j][threadIdx.x] = idata[(y + j) * width + x];

  __syncthreads();

  x = blockIdx.y * TILE_DIM + threadIdx.x;
  y = blockIdx.x * TILE_DIM + threadIdx.y;

  for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS)
    if (x < height && y + j < width)
      odata[(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
}

typedef void (*transpose_kernel)(float *, const float *, int, int);

struct Candidate {
  const char *name;
  transpose_kernel kernel;
};

int main(int argc, char **argv)
{
  const Candidate candidates[] = {
    {"naive", &transposeNaive},
    {"tile with bank conflicts", &transposeTile<0>},
    {"padded tile", transposeTile<1>},
  };
  const int width = 100, height = 70;
  const size_t mem_size = width * height * sizeof(float);
  std::vector<float> h_idata(width * height), h_tdata(width * height);
  for (size_t i = 0; i < h_idata.size(); i++) h_idata[i] = (float)i;

  float *d_idata, *d_tdata;
  cudaMalloc(&d_idata, mem_size);
  cudaMalloc(&d_tdata, mem_size);
  cudaMemcpy(d_idata, &h_idata[0], mem_size, cudaMemcpyHostToDevice);

  cudaEvent_t startEvent, stopEvent;
  cudaEventCreate(&startEvent);
  cudaEventCreate(&stopEvent);

  dim3 dimGrid((width + TILE_DIM - 1) / TILE_DIM, (height + TILE_DIM - 1) / TILE_DIM, 1);
  dim3 dimBlock(TILE_DIM, BLOCK_ROWS, 1);
  int errors = 0;
  for (const Candidate &candidate : candidates) {
    cudaMemset(d_tdata, 0xff, mem_size);
    cudaEventRecord(startEvent, 0);
    candidate.kernel<<<dimGrid, dimBlock>>>(d_tdata, d_idata, width, height);
    cudaEventRecord(stopEvent, 0);
    cudaEventSynchronize(stopEvent);
    float ms = -1;
    cudaEventElapsedTime(&ms, startEvent, stopEvent);
    cudaMemcpy(h_tdata.data(), d_tdata, mem_size, cudaMemcpyDeviceToHost);
    int wrong = ms < 0;
    for (int j = 0; j < height; j++)
      for (int i = 0; i < width; i++)
        wrong += h_tdata[i * height + j] != h_idata[j * width + i];
    printf("%25s: %s\n", candidate.name, wrong ? "wrong" : "right");
    errors += wrong;
  }
  cudaEventDestroy(startEvent);
  cudaEventDestroy(stopEvent);
  cudaFree(d_tdata);
  cudaFree(d_idata);
  puts(errors ? "FAILED" : "OK");
  return errors != 0;
}
