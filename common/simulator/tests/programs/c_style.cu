/* As a C programmer writes it: typedefs, macros, goto, everything at the top of the function. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 100
#define THREADS 32
#define CUDA(call) if ((error = (call)) != cudaSuccess) { what = #call; goto failed; } else (void)0

typedef struct vec { float x, y, z; } vec_t;
typedef struct __align__(16) { float x, y, z, w; } padded_t;

extern "C" {
__device__ static float dot(vec_t a, vec_t b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
__global__ void lengths(float *out, const vec_t *in, int n, padded_t p)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n)
        out[i] = dot(in[i], in[i]) + p.w;
}
}

int main(int argc, char **argv)
{
    float *d_out = NULL, *h_out = (float *)malloc(N * sizeof(float));
    vec_t *d_in = NULL, *h_in = (vec_t *)malloc(N * sizeof(vec_t));
    cudaError_t error = cudaSuccess;
    const char *what = "";
    padded_t p = {0, 0, 0, 1};
    int i, wrong = 0;
    for (i = 0; i < N; i++) { h_in[i].x = i; h_in[i].y = 1; h_in[i].z = 2; }
    CUDA(cudaMalloc((void **)&d_out, N * sizeof(float)));
    CUDA(cudaMalloc((void **)&d_in, N * sizeof(vec_t)));
    /* a macro that is 0, so a stream, too */
    CUDA(cudaMemsetAsync(d_out, 0, N * sizeof(float), cudaStreamDefault));
    CUDA(cudaMemcpy(d_in, h_in, N * sizeof(vec_t), cudaMemcpyHostToDevice));
    if (argc < 99) lengths <<< (N + THREADS - 1) / THREADS, THREADS >>> (d_out, d_in, N, p);
    else return 3;
    CUDA(cudaGetLastError());
    CUDA(cudaMemcpy(h_out, d_out, N * sizeof(float), cudaMemcpyDeviceToHost));
    for (i = 0; i < N; i++) wrong += h_out[i] != (float)i * i + 6;
    puts(wrong ? "wrong" : "OK");
    cudaFree(d_out); cudaFree(d_in); free(h_out); free(h_in);
    return wrong != 0;
failed:
    fprintf(stderr, "%s: %s (%s)\n", what, cudaGetErrorString(error), argv[0]);
    return 2;
}
