// As vendor samples begin: a checking macro around every call, properties printed, everything timed.
#include <stdio.h>
#include <stdlib.h>

#include <cuda_runtime.h>
#include <device_launch_parameters.h>

#ifndef __CUDA_RUNTIME_H__
#error "programs ask by this macro whether the runtime is there"
#endif

template <typename T>
void check(T result, char const *const func, const char *const file, int const line) {
    if (result) {
        fprintf(stderr, "CUDA error at %s:%d code=%d(%s) \"%s\"\n", file, line,
                static_cast<unsigned int>(result), cudaGetErrorName(result), func);
        exit(EXIT_FAILURE);
    }
}
#define checkCudaErrors(val) check((val), #val, __FILE__, __LINE__)
#define getLastCudaError(msg) getLast(msg, __FILE__, __LINE__)

inline void getLast(const char *msg, const char *file, const int line) {
    cudaError_t err = cudaGetLastError();
    if (cudaSuccess != err) {
        fprintf(stderr, "%s(%i) : %s : (%d) %s.\n", file, line, msg, static_cast<int>(err),
                cudaGetErrorString(err));
        exit(EXIT_FAILURE);
    }
}

static int bestDevice() {
    int count = 0, best = 0, most = 0;
    checkCudaErrors(cudaGetDeviceCount(&count));
    for (int i = 0; i < count; i++) {
        int mode = -1, major = 0, sms = 0;
        checkCudaErrors(cudaDeviceGetAttribute(&mode, cudaDevAttrComputeMode, i));
        checkCudaErrors(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, i));
        checkCudaErrors(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, i));
        if (mode != cudaComputeModeProhibited && sms * major > most) {
            most = sms * major;
            best = i;
        }
    }
    return best;
}

__global__ void vectorAdd(const float *A, const float *B, float *C, int numElements) {
    int i = blockDim.x * blockIdx.x + threadIdx.x;
    if (i < numElements) {
        C[i] = A[i] + B[i] + 0.0f;
    }
}

int main(int argc, char **argv) {
    int dev = bestDevice();
    checkCudaErrors(cudaSetDevice(dev));
    cudaDeviceProp deviceProp;
    checkCudaErrors(cudaGetDeviceProperties(&deviceProp, dev));
    printf("Device %d: \"%s\" with compute capability %d.%d, %d multiprocessors, %.0f MBytes\n", dev,
           deviceProp.name, deviceProp.major, deviceProp.minor, deviceProp.multiProcessorCount,
           (float)deviceProp.totalGlobalMem / 1048576.0f);
    printf("  warp %d, threads %d, dims (%d,%d,%d), grid (%d,%d,%d), shared %zu, pitch %zu\n",
           deviceProp.warpSize, deviceProp.maxThreadsPerBlock, deviceProp.maxThreadsDim[0],
           deviceProp.maxThreadsDim[1], deviceProp.maxThreadsDim[2], deviceProp.maxGridSize[0],
           deviceProp.maxGridSize[1], deviceProp.maxGridSize[2], deviceProp.sharedMemPerBlock,
           deviceProp.memPitch);

    int numElements = 5000;
    size_t size = numElements * sizeof(float);
    float *h_A = (float *)malloc(size), *h_B = (float *)malloc(size), *h_C = (float *)malloc(size);
    if (h_A == NULL || h_B == NULL || h_C == NULL) exit(EXIT_FAILURE);
    for (int i = 0; i < numElements; ++i) {
        h_A[i] = rand() / (float)RAND_MAX;
        h_B[i] = rand() / (float)RAND_MAX;
    }
    float *d_A = NULL, *d_B = NULL, *d_C = NULL;
    checkCudaErrors(cudaMalloc((void **)&d_A, size));
    checkCudaErrors(cudaMalloc((void **)&d_B, size));
    checkCudaErrors(cudaMalloc(reinterpret_cast<void **>(&d_C), size));
    checkCudaErrors(cudaMemcpy(d_A, h_A, size, cudaMemcpyHostToDevice));
    checkCudaErrors(cudaMemcpy(d_B, h_B, size, cudaMemcpyHostToDevice));

    cudaEvent_t start, stop;
    checkCudaErrors(cudaEventCreate(&start));
    checkCudaErrors(cudaEventCreate(&stop));
    checkCudaErrors(cudaEventRecord(start, NULL));
    int threadsPerBlock = 256;
    int blocksPerGrid = (numElements + threadsPerBlock - 1) / threadsPerBlock;
    for (int j = 0; j < 3; j++) vectorAdd<<<blocksPerGrid, threadsPerBlock>>>(d_A, d_B, d_C, numElements);
    getLastCudaError("vectorAdd failed");
    checkCudaErrors(cudaEventRecord(stop, NULL));
    checkCudaErrors(cudaEventSynchronize(stop));
    float msecTotal = 0.0f;
    checkCudaErrors(cudaEventElapsedTime(&msecTotal, start, stop));
    printf("%.3f msec\n", msecTotal / 3);

    checkCudaErrors(cudaMemcpy(h_C, d_C, size, cudaMemcpyDeviceToHost));
    for (int i = 0; i < numElements; ++i) {
        if (h_A[i] + h_B[i] != h_C[i]) {
            fprintf(stderr, "Result verification failed at element %d!\n", i);
            exit(EXIT_FAILURE);
        }
    }
    checkCudaErrors(cudaEventDestroy(start));
    checkCudaErrors(cudaEventDestroy(stop));
    checkCudaErrors(cudaFree(d_A));
    checkCudaErrors(cudaFree(d_B));
    checkCudaErrors(cudaFree(d_C));
    free(h_A);
    free(h_B);
    free(h_C);
    printf("OK\n");
    return 0;
}
