// An image of float4 in an array, read through a texture with normalised coordinates, clamped,
// linear; a second texture over pitched bytes read as normalised floats; a surface for the result.
#include <cuda_runtime.h>

#include <cmath>
#include <cstdio>
#include <vector>

__global__ void zoom(cudaTextureObject_t image, cudaSurfaceObject_t result, int width, int height) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    const float4 v = tex2D<float4>(image, (x + 0.5f) / width, (y + 0.5f) / height);
    surf2Dwrite(v, result, x * int(sizeof(float4)), y);
}

__global__ void darken(cudaTextureObject_t bytes, float* out, int width, int height) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height) out[y * width + x] = 0.5f * tex2D<float>(bytes, x, y);
}

int main() {
    const int w = 8, h = 4, W = 16, H = 8;
    std::vector<float4> image(w * h), zoomed(W * H);
    for (int y = 0; y < h; ++y)
        for (int x = 0; x < w; ++x) image[y * w + x] = make_float4(x, y, x + y, 1);
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float4>();
    cudaArray_t source, target;
    cudaMallocArray(&source, &format, w, h);
    cudaMallocArray(&target, &format, W, H, cudaArraySurfaceLoadStore);
    cudaMemcpy2DToArray(source, 0, 0, image.data(), w * sizeof(float4), w * sizeof(float4), h,
                        cudaMemcpyHostToDevice);
    cudaResourceDesc resource{};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = source;
    cudaTextureDesc how{};
    how.addressMode[0] = how.addressMode[1] = cudaAddressModeClamp;
    how.filterMode = cudaFilterModeLinear;
    how.readMode = cudaReadModeElementType;
    how.normalizedCoords = 1;
    cudaTextureObject_t texture;
    cudaCreateTextureObject(&texture, &resource, &how, nullptr);
    resource.res.array.array = target;
    cudaSurfaceObject_t surface;
    cudaCreateSurfaceObject(&surface, &resource);
    zoom<<<dim3(2, 1), dim3(8, 8)>>>(texture, surface, W, H);
    cudaMemcpy2DFromArray(zoomed.data(), W * sizeof(float4), target, 0, 0, W * sizeof(float4), H,
                          cudaMemcpyDeviceToHost);
    bool ok = true;
    for (int y = 0; y < H; ++y)
        for (int x = 0; x < W; ++x) {
            const float u = fminf(fmaxf((x + 0.5f) / 2 - 0.5f, 0), w - 1);
            const float v = fminf(fmaxf((y + 0.5f) / 2 - 0.5f, 0), h - 1);
            const float4 z = zoomed[y * W + x];
            ok = ok && fabsf(z.x - u) < 0.01f && fabsf(z.y - v) < 0.01f &&
                 fabsf(z.z - u - v) < 0.02f && z.w == 1;
        }
    unsigned char bytes[5][20], *d_bytes;
    for (int i = 0; i < 100; ++i) bytes[i / 20][i % 20] = static_cast<unsigned char>(2 * i);
    size_t pitch;
    cudaMallocPitch(&d_bytes, &pitch, 20, 5);
    cudaMemcpy2D(d_bytes, pitch, bytes, 20, 20, 5, cudaMemcpyHostToDevice);
    cudaResourceDesc rows{};
    rows.resType = cudaResourceTypePitch2D;
    rows.res.pitch2D = {d_bytes, cudaCreateChannelDesc<unsigned char>(), 20, 5, pitch};
    cudaTextureDesc plain{};
    plain.readMode = cudaReadModeNormalizedFloat;
    cudaTextureObject_t of_bytes;
    cudaCreateTextureObject(&of_bytes, &rows, &plain, nullptr);
    float *out, result[100];
    cudaMalloc(&out, sizeof result);
    darken<<<dim3(2, 1), dim3(16, 8)>>>(of_bytes, out, 20, 5);
    cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 100; ++i) ok = ok && fabsf(result[i] - i / 255.0f) < 1e-6f;
    std::puts(ok ? "OK" : "wrong");
    cudaDestroyTextureObject(texture);
    cudaDestroySurfaceObject(surface);
    cudaDestroyTextureObject(of_bytes);
    cudaFreeArray(source);
    cudaFreeArray(target);
    cudaFree(d_bytes);
    cudaFree(out);
}
