// The array behind a texture gets its next frame in one stream while a kernel of another one still
// fetches from it.
// NEAR-MISS: argument
// NO WITNESS: only kernels run in another order
#include <cuda_runtime.h>

#include <cstdio>

constexpr int width = 32, rows = 8;

__global__ void sample(cudaTextureObject_t frame, float* out) {
    const int x = threadIdx.x, y = blockIdx.x;
    out[y * width + x] = tex2D<float>(frame, x + 0.5f, y + 0.5f);  // OTHER race
}

int main(int argc, char**) {
    const size_t row = width * sizeof(float);
    float *host, *out;
    cudaMallocHost(&host, rows * row);
    cudaMalloc(&out, rows * row);
    for (int i = 0; i < width * rows; ++i) host[i] = i;
    cudaArray_t array;
    const cudaChannelFormatDesc floats = cudaCreateChannelDesc<float>();
    cudaMallocArray(&array, &floats, width, rows);
    cudaMemcpy2DToArray(array, 0, 0, host, row, row, rows, cudaMemcpyHostToDevice);
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    const cudaTextureDesc plain = {};
    cudaTextureObject_t frame;
    cudaCreateTextureObject(&frame, &resource, &plain, nullptr);
    cudaStream_t work, upload;
    cudaStreamCreate(&work);
    cudaStreamCreate(&upload);
    cudaEvent_t sampled;
    cudaEventCreate(&sampled);
    sample<<<rows, width, 0, work>>>(frame, out);
    cudaEventRecord(sampled, work);
    if (argc > 1) cudaStreamWaitEvent(upload, sampled);
    cudaMemcpy2DToArrayAsync(array, 0, 0, host, row, row, rows,  // EXPECT race
                             cudaMemcpyHostToDevice, upload);
    cudaDeviceSynchronize();
    cudaMemcpy(host, out, rows * row, cudaMemcpyDeviceToHost);
    std::printf("%f\n", host[33]);
    cudaDestroyTextureObject(frame);
    cudaStreamDestroy(work);
    cudaStreamDestroy(upload);
    cudaEventDestroy(sampled);
    cudaFreeArray(array);
    cudaFreeHost(host);
    cudaFree(out);
}
