// Every way to move bytes: pitched, three-dimensional, asynchronous, mapped, registered, by symbol.
#include <cstdio>
#include <cstring>
#include <cstdlib>
#include <cuda_runtime_api.h>

#define gpuErrchk(ans) { gpuAssert((ans), __FILE__, __LINE__); }
inline void gpuAssert(cudaError_t code, const char *file, int line, bool abort = true) {
    if (code != cudaSuccess) {
        fprintf(stderr, "GPUassert: %s %s %d\n", cudaGetErrorString(code), file, line);
        if (abort) exit(code);
    }
}

__constant__ float coefficients[16];
__device__ int flags[8];

__global__ void row_sums(const char *base, size_t pitch, int width, int height, float *sums) {
    const int r = threadIdx.x;
    if (r >= height) return;
    const float *row = (const float *)(base + r * pitch);
    float s = 0;
    for (int c = 0; c < width; c++) s += row[c];
    sums[r] = s;
}
__global__ void scale_volume(cudaPitchedPtr p, cudaExtent extent) {
    char *slice = (char *)p.ptr + blockIdx.x * p.pitch * extent.height;
    float *row = (float *)(slice + threadIdx.y * p.pitch);
    row[threadIdx.x] *= 2;
}
__global__ void scale_mapped(float *a, int n) {
    if (int i = threadIdx.x; i < n) a[i] *= coefficients[i % 16];
}
__global__ void set_flags() { flags[threadIdx.x] += threadIdx.x; }

int main() {
    bool ok = true;
    const int w = 13, h = 5, d = 3;
    float m[h][w], sums[h], back[h][w];
    for (int i = 0; i < h * w; i++) m[0][0] = 0, (&m[0][0])[i] = i;
    char *pitched;
    size_t pitch;
    float *d_sums;
    gpuErrchk(cudaMallocPitch(&pitched, &pitch, w * sizeof(float), h));
    gpuErrchk(cudaMalloc(&d_sums, sizeof sums));
    ok &= pitch % 32 == 0 && pitch >= w * sizeof(float);
    gpuErrchk(cudaMemcpy2D(pitched, pitch, m, w * sizeof(float), w * sizeof(float), h, cudaMemcpyHostToDevice));
    row_sums<<<1, 32>>>(pitched, pitch, w, h, d_sums);
    gpuErrchk(cudaMemcpy(sums, d_sums, sizeof sums, cudaMemcpyDeviceToHost));
    for (int r = 0; r < h; r++) ok &= sums[r] == w * (r * w) + w * (w - 1) / 2;
    gpuErrchk(cudaMemcpy2D(back, sizeof back[0], pitched, pitch, sizeof back[0], h, cudaMemcpyDeviceToHost));
    ok &= memcmp(m, back, sizeof m) == 0;

    cudaExtent extent = make_cudaExtent(8 * sizeof(float), 4, d), whole = extent;
    cudaPitchedPtr volume;
    gpuErrchk(cudaMalloc3D(&volume, extent));
    gpuErrchk(cudaMemset3D(volume, 0, extent));
    float host[d][4][8], out[d][4][8];
    for (int i = 0; i < d * 32; i++) (&host[0][0][0])[i] = 0.5f * i;
    cudaMemcpy3DParms params = {0};
    params.srcPtr = make_cudaPitchedPtr(host, 8 * sizeof(float), 8, 4);
    params.dstPtr = volume;
    params.extent = extent;
    params.kind = cudaMemcpyHostToDevice;
    gpuErrchk(cudaMemcpy3D(&params));
    scale_volume<<<d, dim3(8, 4)>>>(volume, whole);
    cudaMemcpy3DParms home = {};
    home.srcPtr = volume;
    home.dstPtr = make_cudaPitchedPtr(out, 8 * sizeof(float), 8, 4);
    home.srcPos = make_cudaPos(2 * sizeof(float), 1, 1);
    home.dstPos = make_cudaPos(2 * sizeof(float), 1, 1);
    home.extent = make_cudaExtent(6 * sizeof(float), 3, 2);
    home.kind = cudaMemcpyDeviceToHost;
    gpuErrchk(cudaMemcpy3DAsync(&home, 0));
    gpuErrchk(cudaDeviceSynchronize());
    for (int z = 1; z < d; z++)
        for (int y = 1; y < 4; y++)
            for (int x = 2; x < 8; x++) ok &= out[z][y][x] == 2 * host[z][y][x];

    float table[16], *mapped, *alias, part[4];
    for (int i = 0; i < 16; i++) table[i] = i + 1;
    gpuErrchk(cudaMemcpyToSymbol(coefficients, table, sizeof table));
    gpuErrchk(cudaMemcpyToSymbol(coefficients, table + 8, 4 * sizeof(float), 4 * sizeof(float)));
    gpuErrchk(cudaHostAlloc((void **)&mapped, 20 * sizeof(float), cudaHostAllocMapped | cudaHostAllocPortable));
    for (int i = 0; i < 20; i++) mapped[i] = 1;
    gpuErrchk(cudaHostGetDevicePointer((void **)&alias, mapped, 0));
    unsigned how = 0;
    gpuErrchk(cudaHostGetFlags(&how, mapped));
    ok &= (how & cudaHostAllocMapped) != 0;
    scale_mapped<<<1, 32>>>(alias, 20);
    gpuErrchk(cudaDeviceSynchronize());
    for (int i = 0; i < 20; i++) ok &= mapped[i] == (i % 16 >= 4 && i % 16 < 8 ? i % 16 + 5 : i % 16 + 1);
    gpuErrchk(cudaMemcpyFromSymbol(part, coefficients, sizeof part, 4 * sizeof(float), cudaMemcpyDeviceToHost));
    ok &= part[0] == 9 && part[3] == 12;

    int *own = (int *)malloc(8 * sizeof(int)), *address;
    gpuErrchk(cudaHostRegister(own, 8 * sizeof(int), cudaHostRegisterDefault));
    gpuErrchk(cudaGetSymbolAddress((void **)&address, flags));
    gpuErrchk(cudaMemset(address, 0, sizeof(int) * 8));
    cudaStream_t stream;
    gpuErrchk(cudaStreamCreate(&stream));
    set_flags<<<1, 8, 0, stream>>>();
    gpuErrchk(cudaMemcpyAsync(own, address, 8 * sizeof(int), cudaMemcpyDefault, stream));
    gpuErrchk(cudaStreamSynchronize(stream));
    for (int i = 0; i < 8; i++) ok &= own[i] == i;
    size_t bytes = 0;
    gpuErrchk(cudaGetSymbolSize(&bytes, flags));
    ok &= bytes == sizeof flags;
    gpuErrchk(cudaHostUnregister(own));
    gpuErrchk(cudaStreamDestroy(stream));
    gpuErrchk(cudaFree(pitched));
    gpuErrchk(cudaFree(d_sums));
    gpuErrchk(cudaFree(volume.ptr));
    gpuErrchk(cudaFreeHost(mapped));
    free(own);
    puts(ok ? "OK" : "FAILED");
    return !ok;
}
