// Launch shapes from the occupancy functions, more than 48 KiB of dynamic shared memory, kernels
// asked for their attributes, launches by address.
#include <cuda_runtime.h>
#include <iostream>
#include <cstdlib>
#include <iomanip>

#define CHECK(cmd)                                                                              \
    do {                                                                                        \
        cudaError_t e = cmd;                                                                    \
        if (e != cudaSuccess) {                                                                 \
            std::cerr << __FILE__ << ":" << __LINE__ << " " << #cmd << ": " << cudaGetErrorName(e) << std::endl; \
            std::exit(1);                                                                       \
        }                                                                                       \
    } while (false)

template <int kRows, int kCols>
__global__ void __launch_bounds__(256, 2) transpose_large(const float *__restrict__ in, float *__restrict__ out) {
    extern __shared__ float tile[];
    for (int i = threadIdx.x; i < kRows * kCols; i += blockDim.x) tile[i] = in[i];
    __syncthreads();
    for (int i = threadIdx.x; i < kRows * kCols; i += blockDim.x) out[i] = tile[i % kRows * kCols + i / kRows];
}

__global__ void square(int *array, int arrayCount) {
    extern __shared__ int dynamicSmem[];
    int idx = threadIdx.x + blockIdx.x * blockDim.x;
    if (idx < arrayCount) array[idx] *= array[idx];
}

extern "C" __global__ void add_all(int a, short b, double c, float4 d, double *out) { *out = a + b + c + d.x + d.y + d.z + d.w; }

static double reportPotentialOccupancy(void (*kernel)(int *, int), int blockSize, size_t dynamicSMem) {
    int device, numBlocks;
    cudaDeviceProp prop;
    CHECK(cudaGetDevice(&device));
    CHECK(cudaGetDeviceProperties(&prop, device));
    CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&numBlocks, kernel, blockSize, dynamicSMem));
    int activeWarps = numBlocks * blockSize / prop.warpSize;
    int maxWarps = prop.maxThreadsPerMultiProcessor / prop.warpSize;
    return (double)activeWarps / maxWarps;
}

int main() {
    const int rows = 160, cols = 128, bytes = rows * cols * sizeof(float);  // 80 KiB
    float *h = new float[rows * cols], *in, *out;
    for (int i = 0; i < rows * cols; i++) h[i] = float(i);
    CHECK(cudaMalloc(&in, bytes));
    CHECK(cudaMalloc(&out, bytes));
    CHECK(cudaMemcpy(in, h, bytes, cudaMemcpyHostToDevice));
    auto kernel = transpose_large<rows, cols>;
    kernel<<<1, 256, bytes>>>(in, out);
    bool ok = cudaGetLastError() == cudaErrorInvalidValue;  // not yet allowed
    CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
    CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributePreferredSharedMemoryCarveout, cudaSharedmemCarveoutMaxShared));
    kernel<<<1, 256, bytes>>>(in, out);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(h, out, bytes, cudaMemcpyDeviceToHost));
    for (int i = 0; i < rows * cols; i++) ok = ok && h[i] == float(i % rows * cols + i / rows);
    cudaFuncAttributes attr;
    CHECK(cudaFuncGetAttributes(&attr, kernel));
    ok = ok && attr.maxThreadsPerBlock == 256 && attr.maxDynamicSharedSizeBytes == bytes;

    int gridSize, minGridSize, blockSize, *array;
    const int count = 10000;
    CHECK(cudaMallocManaged(&array, count * sizeof(int)));
    for (int i = 0; i < count; i++) array[i] = i % 100;
    CHECK(cudaOccupancyMaxPotentialBlockSize(&minGridSize, &blockSize, (void (*)(int *, int))square, 0, count));
    gridSize = (count + blockSize - 1) / blockSize;
    square<<<gridSize, blockSize>>>(array, count);
    CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < count; i++) ok = ok && array[i] == (i % 100) * (i % 100);
    CHECK(cudaOccupancyMaxPotentialBlockSizeVariableSMem(&minGridSize, &blockSize, square, [](int b) { return b * sizeof(int) * 40; }));
    size_t left = 0;
    CHECK(cudaOccupancyAvailableDynamicSMemPerBlock(&left, square, 2, 128));
    ok = ok && blockSize % 32 == 0 && minGridSize > 0 && left > 32 * 1024;
    const double full = reportPotentialOccupancy(square, 256, 0), starved = reportPotentialOccupancy(square, 32, 40 * 1024);
    std::cout << std::fixed << std::setprecision(1) << full * 100 << "% " << starved * 100 << "%\n";
    ok = ok && full > starved && full <= 1;

    double *result, value;
    CHECK(cudaMalloc(&result, sizeof(double)));
    int a = 1;
    short b = 2;
    double c = 3.5;
    float4 d = make_float4(1, 2, 3, 4);
    void *args[] = {&a, &b, &c, &d, &result};
    CHECK(cudaLaunchKernel(add_all, 1, 1, args));
    CHECK(cudaLaunchKernel(reinterpret_cast<const void *>(&add_all), dim3(1), dim3(1), args, 0, nullptr));
    CHECK(cudaMemcpy(&value, result, sizeof value, cudaMemcpyDeviceToHost));
    ok = ok && value == 16.5;
    // What the L2 cache is asked to keep of a stream.
    cudaStream_t stream, other;
    CHECK(cudaStreamCreate(&stream));
    CHECK(cudaStreamCreate(&other));
    cudaStreamAttrValue wanted = {}, kept = {};
    wanted.accessPolicyWindow.base_ptr = array;
    wanted.accessPolicyWindow.num_bytes = count * sizeof(int);
    wanted.accessPolicyWindow.hitRatio = 0.6f;
    wanted.accessPolicyWindow.hitProp = cudaAccessPropertyPersisting;
    wanted.accessPolicyWindow.missProp = cudaAccessPropertyStreaming;
    CHECK(cudaStreamSetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &wanted));
    CHECK(cudaStreamCopyAttributes(other, stream));
    CHECK(cudaStreamGetAttribute(other, cudaStreamAttributeAccessPolicyWindow, &kept));
    ok = ok && kept.accessPolicyWindow.base_ptr == array && kept.accessPolicyWindow.hitRatio == 0.6f;
    CHECK(cudaCtxResetPersistingL2Cache());
    CHECK(cudaStreamDestroy(stream));
    CHECK(cudaStreamDestroy(other));
    delete[] h;
    for (void *p : {(void *)in, (void *)out, (void *)array, (void *)result}) CHECK(cudaFree(p));
    CHECK(cudaDeviceReset());
    std::cout << (ok ? "OK" : "FAILED") << std::endl;
    return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}
