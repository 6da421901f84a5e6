// Surfaces as the programming guide has them: an image copied through two of them, a texture over
// the array that a kernel has written, edges by each mode, rows and volumes.
#include <cstdio>

static int failures = 0;
static void expect(bool good, const char* what) {
    if (good) return;
    ++failures;
    std::printf("FAILED %s\n", what);
}

static cudaSurfaceObject_t surface_of(cudaArray_t array) {
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    cudaSurfaceObject_t surface = 0;
    expect(cudaCreateSurfaceObject(&surface, &resource) == cudaSuccess, "a surface");
    return surface;
}

__global__ void copy(cudaSurfaceObject_t in, cudaSurfaceObject_t out, int width, int height) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    uchar4 data;
    surf2Dread(&data, in, x * 4, y);
    data.w = 7;
    surf2Dwrite(data, out, x * 4, y);
}

__global__ void smooth(cudaSurfaceObject_t in, cudaSurfaceObject_t out, int n) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const float left = surf1Dread<float>(in, (x - 1) * int(sizeof(float)), cudaBoundaryModeClamp);
    const float right = surf1Dread<float>(in, (x + 1) * int(sizeof(float)), cudaBoundaryModeZero);
    surf1Dwrite(left + right, out, x * int(sizeof(float)), cudaBoundaryModeZero);
}

__global__ void fill(cudaSurfaceObject_t out) {
    surf3Dwrite(int(threadIdx.x + 10 * threadIdx.y + 100 * threadIdx.z), out, threadIdx.x * 4,
                threadIdx.y, threadIdx.z);
}

__global__ void look(float* seen, cudaTextureObject_t texture) {
    seen[threadIdx.x] = tex1D<float>(texture, threadIdx.x + 0.5f);
}

int main() {
    const int width = 40, height = 10;
    const cudaChannelFormatDesc pixels = cudaCreateChannelDesc<uchar4>();
    cudaArray_t in, out;
    cudaMallocArray(&in, &pixels, width, height, cudaArraySurfaceLoadStore);
    cudaMallocArray(&out, &pixels, width, height, cudaArraySurfaceLoadStore);
    static uchar4 image[height][width], copied[height][width];
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) image[y][x] = {(unsigned char)x, (unsigned char)y, 1, 2};
    cudaMemcpy2DToArray(in, 0, 0, image, sizeof image[0], sizeof image[0], height,
                        cudaMemcpyHostToDevice);
    const cudaSurfaceObject_t from = surface_of(in), to = surface_of(out);
    copy<<<dim3(3, 1), dim3(16, 16)>>>(from, to, width, height);
    cudaMemcpy2DFromArray(copied, sizeof copied[0], out, 0, 0, sizeof copied[0], height,
                          cudaMemcpyDeviceToHost);
    expect(copied[9][39].x == 39 && copied[9][39].y == 9 && copied[3][2].w == 7, "the image");
    cudaDestroySurfaceObject(from);
    cudaDestroySurfaceObject(to);

    const int n = 64;
    const cudaChannelFormatDesc numbers = cudaCreateChannelDesc<float>();
    cudaArray_t line, smoothed;
    cudaMallocArray(&line, &numbers, n, 0, cudaArraySurfaceLoadStore);
    cudaMallocArray(&smoothed, &numbers, n, 0, cudaArraySurfaceLoadStore);
    float host[n];
    for (int i = 0; i < n; ++i) host[i] = i + 1;
    cudaMemcpy2DToArray(line, 0, 0, host, sizeof host, sizeof host, 1, cudaMemcpyHostToDevice);
    const cudaSurfaceObject_t rough = surface_of(line), fine = surface_of(smoothed);
    smooth<<<3, 32>>>(rough, fine, n);
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = smoothed;
    cudaTextureDesc how = {};
    cudaTextureObject_t texture = 0;
    cudaCreateTextureObject(&texture, &resource, &how, nullptr);
    float* seen;
    cudaMallocManaged(&seen, n * sizeof(float));
    look<<<1, n>>>(seen, texture);
    cudaDeviceSynchronize();
    expect(seen[0] == 1 + 2 && seen[5] == 5 + 7 && seen[n - 1] == n - 1, "the line");
    cudaDestroyTextureObject(texture);
    cudaDestroySurfaceObject(rough);
    cudaDestroySurfaceObject(fine);

    const cudaChannelFormatDesc integers = cudaCreateChannelDesc<int>();
    cudaArray_t box;
    cudaMalloc3DArray(&box, &integers, make_cudaExtent(4, 3, 2), cudaArraySurfaceLoadStore);
    const cudaSurfaceObject_t volume = surface_of(box);
    fill<<<1, dim3(4, 3, 2)>>>(volume);
    int all[2][3][4];
    cudaMemcpy3DParms back = {};
    back.srcArray = box;
    back.dstPtr = make_cudaPitchedPtr(all, sizeof all[0][0], 4, 3);
    back.extent = make_cudaExtent(4, 3, 2);
    back.kind = cudaMemcpyDeviceToHost;
    cudaMemcpy3D(&back);
    expect(all[1][2][3] == 123 && all[0][1][0] == 10, "the volume");
    cudaDestroySurfaceObject(volume);

    for (cudaArray_t array : {in, out, line, smoothed, box}) cudaFreeArray(array);
    cudaFree(seen);
    if (failures == 0) std::printf("OK\n");
    return failures;
}
