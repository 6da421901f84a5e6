// Many threads add to few elements with a plain +=. racecheck looks at shared memory only.
// NEAR-MISS: argument
#include <cuda_runtime.h>

__global__ void histogram(int* bins, const unsigned char* letters, int n, bool fixed) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    if (fixed)
        atomicAdd(&bins[letters[i] % 8], 1);
    else
        bins[letters[i] % 8] += 1;  // EXPECT race // OTHER race
}

int main(int argc, char**) {
    unsigned char text[1000];
    for (int i = 0; i < 1000; ++i) text[i] = (unsigned char)(i * 31);
    unsigned char* letters;
    int* bins;
    cudaMalloc(&letters, sizeof text);
    cudaMalloc(&bins, 8 * sizeof(int));
    cudaMemcpy(letters, text, sizeof text, cudaMemcpyHostToDevice);
    cudaMemset(bins, 0, 8 * sizeof(int));
    histogram<<<4, 256>>>(bins, letters, 1000, argc > 1);
    cudaDeviceSynchronize();
    cudaFree(letters);
    cudaFree(bins);
    return 0;
}
