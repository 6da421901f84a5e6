// Texture objects over linear and pitched memory and over arrays: every address mode, filter and
// read mode, held against plain arithmetic; and what cannot be made, refused by its error.
#include <cmath>
#include <cstdio>
#include <cstring>

#define EXPECT(condition) \
    do { if (!(condition)) { std::printf("line %d: " #condition "\n", __LINE__); wrong = true; } } while (false)
#define CHECK(call) EXPECT((call) == cudaSuccess)

static bool wrong = false;

static cudaTextureDesc reading(cudaTextureAddressMode mode, cudaTextureFilterMode filter, cudaTextureReadMode read, bool normalized) {
    cudaTextureDesc how;
    std::memset(&how, 0, sizeof how);
    how.addressMode[0] = how.addressMode[1] = how.addressMode[2] = mode;
    how.filterMode = filter;
    how.readMode = read;
    how.normalizedCoords = normalized;
    return how;
}

template <class T>
__global__ void fetch_all(cudaTextureObject_t t, T* out, int from, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = tex1Dfetch<T>(t, from + i);
}
__global__ void sample_row(cudaTextureObject_t t, float* out, float from, float step) { out[threadIdx.x] = tex1D<float>(t, from + step * threadIdx.x); }
__global__ void sample_plane(cudaTextureObject_t t, float* out, float x0, float dx, float y0, float dy) {
    float value;
    tex2D(&value, t, x0 + dx * threadIdx.x, y0 + dy * threadIdx.y);
    out[threadIdx.y * blockDim.x + threadIdx.x] = value;
}
__global__ void sample_space(cudaTextureObject_t t, float* out) { out[threadIdx.x] = tex3D<float>(t, threadIdx.x + 0.5f, 1.5f, 1.0f); }
__global__ void pixels(cudaTextureObject_t t, uchar4* raw, int n) {
    if (threadIdx.x < n) raw[threadIdx.x] = tex2D<uchar4>(t, threadIdx.x + 0.5f, 0.5f);
}
__global__ void shades(cudaTextureObject_t t, float4* out) { out[threadIdx.x] = tex2D<float4>(t, threadIdx.x + 0.5f, 0.5f); }

static void linear(float* d_out, float* out) {
    const int n = 100;
    float h[n], *d;
    for (int i = 0; i < n; ++i) h[i] = 0.5f * i;
    CHECK(cudaMalloc(&d, sizeof h));
    CHECK(cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice));
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = d;
    resource.res.linear.desc = cudaCreateChannelDesc<float>();
    resource.res.linear.sizeInBytes = sizeof h;
    const cudaTextureDesc how = reading(cudaAddressModeWrap, cudaFilterModePoint, cudaReadModeElementType, false);
    cudaTextureObject_t t = 0;
    CHECK(cudaCreateTextureObject(&t, &resource, &how, NULL));
    fetch_all<float><<<4, 32>>>(t, d_out, -5, 110);
    CHECK(cudaMemcpy(out, d_out, 110 * sizeof(float), cudaMemcpyDeviceToHost));
    for (int i = 0; i < 110; ++i) EXPECT(out[i] == (i >= 5 && i < 105 ? h[i - 5] : 0));
    cudaResourceDesc told;
    CHECK(cudaGetTextureObjectResourceDesc(&told, t));
    EXPECT(told.resType == cudaResourceTypeLinear && told.res.linear.devPtr == d);
    CHECK(cudaDestroyTextureObject(t));

    // The same bytes as pairs, and as 16-bit integers read as fractions.
    resource.res.linear.desc = cudaCreateChannelDesc<float2>();
    CHECK(cudaCreateTextureObject(&t, &resource, &how, NULL));
    fetch_all<float2><<<1, 32>>>(t, (float2*)d_out, 10, 8);
    CHECK(cudaMemcpy(out, d_out, 16 * sizeof(float), cudaMemcpyDeviceToHost));
    for (int i = 0; i < 16; ++i) EXPECT(out[i] == h[20 + i]);
    CHECK(cudaDestroyTextureObject(t));
    const short fractions[] = {32767, -32768, 0, 16384};
    CHECK(cudaMemcpy(d, fractions, sizeof fractions, cudaMemcpyHostToDevice));
    resource.res.linear.desc = cudaCreateChannelDesc<short>();
    const cudaTextureDesc normalized = reading(cudaAddressModeClamp, cudaFilterModePoint, cudaReadModeNormalizedFloat, false);
    CHECK(cudaCreateTextureObject(&t, &resource, &normalized, NULL));
    fetch_all<float><<<1, 4>>>(t, d_out, 0, 4);
    CHECK(cudaMemcpy(out, d_out, 4 * sizeof(float), cudaMemcpyDeviceToHost));
    EXPECT(out[0] == 1 && out[1] == -1 && out[2] == 0 && std::fabs(out[3] - 0.5f) < 1e-4f);
    CHECK(cudaDestroyTextureObject(t));
    cudaFree(d);
}

static void pitched(float* d_out, float* out) {
    const int w = 10, h = 6;
    float m[h][w], *d;
    size_t pitch;
    for (int y = 0; y < h; ++y)
        for (int x = 0; x < w; ++x) m[y][x] = 10.0f * y + x;
    CHECK(cudaMallocPitch(&d, &pitch, w * sizeof(float), h));
    CHECK(cudaMemcpy2D(d, pitch, m, sizeof m[0], sizeof m[0], h, cudaMemcpyHostToDevice));
    cudaResourceDesc resource{};
    resource.resType = cudaResourceTypePitch2D;
    resource.res.pitch2D.devPtr = d;
    resource.res.pitch2D.width = w;
    resource.res.pitch2D.height = h;
    resource.res.pitch2D.pitchInBytes = pitch;
    resource.res.pitch2D.desc = cudaCreateChannelDesc(32, 0, 0, 0, cudaChannelFormatKindFloat);
    cudaTextureObject_t t;
    cudaTextureDesc how = reading(cudaAddressModeClamp, cudaFilterModePoint, cudaReadModeElementType, false);
    CHECK(cudaCreateTextureObject(&t, &resource, &how, nullptr));
    sample_plane<<<1, dim3(12, 8)>>>(t, d_out, -1, 1, -1, 1);
    CHECK(cudaMemcpy(out, d_out, 96 * sizeof(float), cudaMemcpyDeviceToHost));
    for (int y = 0; y < 8; ++y)
        for (int x = 0; x < 12; ++x) EXPECT(out[12 * y + x] == m[y < 1 ? 0 : y > h ? h - 1 : y - 1][x < 1 ? 0 : x > w ? w - 1 : x - 1]);
    CHECK(cudaDestroyTextureObject(t));

    // Halfway between four elements; a quarter of the way beyond the border, which is zero.
    how = reading(cudaAddressModeBorder, cudaFilterModeLinear, cudaReadModeElementType, false);
    CHECK(cudaCreateTextureObject(&t, &resource, &how, nullptr));
    sample_plane<<<1, dim3(9, 5)>>>(t, d_out, 1, 1, 1, 1);
    CHECK(cudaMemcpy(out, d_out, 45 * sizeof(float), cudaMemcpyDeviceToHost));
    for (int y = 0; y < 5; ++y)
        for (int x = 0; x < 9; ++x) EXPECT(out[9 * y + x] == m[y][x] + 5.5f);
    sample_plane<<<1, 1>>>(t, d_out, 0.25f, 0, 2.5f, 0);
    CHECK(cudaMemcpy(out, d_out, sizeof(float), cudaMemcpyDeviceToHost));
    EXPECT(out[0] == 0.75f * m[2][0]);
    CHECK(cudaDestroyTextureObject(t));

    how = reading(cudaAddressModeWrap, cudaFilterModePoint, cudaReadModeElementType, true);
    CHECK(cudaCreateTextureObject(&t, &resource, &how, nullptr));
    sample_plane<<<1, dim3(20, 1)>>>(t, d_out, 0.05f, 0.1f, 0.25f, 0);
    CHECK(cudaMemcpy(out, d_out, 20 * sizeof(float), cudaMemcpyDeviceToHost));
    for (int x = 0; x < 20; ++x) EXPECT(out[x] == m[1][x % w]);
    CHECK(cudaDestroyTextureObject(t));
    cudaFree(d);
}

static void arrays(float* d_out, float* out) {
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t row, cube, image;
    CHECK(cudaMallocArray(&row, &format, 8));
    float values[8];
    for (int i = 0; i < 8; ++i) values[i] = float(i * i);
    float row_back[8];
    CHECK(cudaMemcpyToArray(row, 0, 0, values, sizeof values, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpyToArrayAsync(row, 4, 0, values + 1, 8, cudaMemcpyHostToDevice, 0));
    CHECK(cudaMemcpyFromArrayAsync(row_back, row, 0, 0, sizeof row_back, cudaMemcpyDeviceToHost, 0));
    CHECK(cudaStreamSynchronize(0));
    for (int i = 0; i < 8; ++i) EXPECT(row_back[i] == values[i]);
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = row;
    cudaTextureDesc how = reading(cudaAddressModeMirror, cudaFilterModeLinear, cudaReadModeElementType, true);
    cudaTextureObject_t t;
    CHECK(cudaCreateTextureObject(&t, &resource, &how, nullptr));
    sample_row<<<1, 16>>>(t, d_out, 1 / 16.0f, 1 / 8.0f);
    CHECK(cudaMemcpy(out, d_out, 16 * sizeof(float), cudaMemcpyDeviceToHost));
    for (int i = 0; i < 16; ++i) EXPECT(out[i] == values[i < 8 ? i : 15 - i]);
    CHECK(cudaDestroyTextureObject(t));

    CHECK(cudaMalloc3DArray(&cube, &format, make_cudaExtent(4, 3, 2)));
    float box[2][3][4];
    for (int i = 0; i < 24; ++i) (&box[0][0][0])[i] = float(i);
    cudaMemcpy3DParms copy = {};
    copy.srcPtr = make_cudaPitchedPtr(box, sizeof box[0][0], 4, 3);
    copy.dstArray = cube;
    copy.extent = make_cudaExtent(4, 3, 2);
    copy.kind = cudaMemcpyHostToDevice;
    CHECK(cudaMemcpy3D(&copy));
    resource.res.array.array = cube;
    how = reading(cudaAddressModeClamp, cudaFilterModeLinear, cudaReadModeElementType, false);
    CHECK(cudaCreateTextureObject(&t, &resource, &how, nullptr));
    sample_space<<<1, 4>>>(t, d_out);
    CHECK(cudaMemcpy(out, d_out, 4 * sizeof(float), cudaMemcpyDeviceToHost));
    for (int i = 0; i < 4; ++i) EXPECT(out[i] == (box[0][1][i] + box[1][1][i]) / 2);
    CHECK(cudaDestroyTextureObject(t));

    const cudaChannelFormatDesc rgba = cudaCreateChannelDesc<uchar4>();
    CHECK(cudaMallocArray(&image, &rgba, 5, 2));
    uchar4 shots[2][5], back[2][5];
    for (int i = 0; i < 10; ++i) shots[i / 5][i % 5] = make_uchar4(i, 2 * i, 255 - i, 51);
    CHECK(cudaMemcpy2DToArray(image, 0, 0, shots, sizeof shots[0], sizeof shots[0], 2, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy2DFromArray(back, sizeof back[0], image, 0, 0, sizeof back[0], 2, cudaMemcpyDeviceToHost));
    EXPECT(std::memcmp(shots, back, sizeof shots) == 0);
    resource.res.array.array = image;
    EXPECT(cudaCreateTextureObject(&t, &resource, &how, nullptr) == cudaErrorInvalidFilterSetting);
    how.filterMode = cudaFilterModePoint;
    CHECK(cudaCreateTextureObject(&t, &resource, &how, nullptr));
    pixels<<<1, 32>>>(t, (uchar4*)d_out, 5);
    CHECK(cudaMemcpy(back, d_out, sizeof back[0], cudaMemcpyDeviceToHost));
    EXPECT(std::memcmp(shots, back, sizeof shots[0]) == 0);
    CHECK(cudaDestroyTextureObject(t));
    how.readMode = cudaReadModeNormalizedFloat;
    CHECK(cudaCreateTextureObject(&t, &resource, &how, nullptr));
    shades<<<1, 5>>>(t, (float4*)d_out);
    CHECK(cudaMemcpy(out, d_out, 20 * sizeof(float), cudaMemcpyDeviceToHost));
    EXPECT(out[4] == 1 / 255.0f && out[6] == 254 / 255.0f && out[7] == 0.2f);
    CHECK(cudaDestroyTextureObject(t));

    cudaExtent extent;
    cudaChannelFormatDesc asked;
    CHECK(cudaArrayGetInfo(&asked, &extent, nullptr, image));
    EXPECT(asked.x == 8 && asked.w == 8 && asked.f == cudaChannelFormatKindUnsigned && extent.width == 5 && extent.height == 2);
    CHECK(cudaFreeArray(row));
    CHECK(cudaFreeArray(cube));
    CHECK(cudaFreeArray(image));
}

static void refused() {
    float* d;
    CHECK(cudaMalloc(&d, 4096));
    cudaTextureObject_t t;
    cudaTextureDesc how = reading(cudaAddressModeClamp, cudaFilterModePoint, cudaReadModeNormalizedFloat, false);
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = d;
    resource.res.linear.sizeInBytes = 4096;
    resource.res.linear.desc = cudaCreateChannelDesc<int>();
    EXPECT(cudaCreateTextureObject(&t, &resource, &how, nullptr) == cudaErrorInvalidNormSetting);
    resource.res.linear.desc = cudaCreateChannelDesc<float>();
    EXPECT(cudaCreateTextureObject(&t, &resource, &how, nullptr) == cudaErrorInvalidNormSetting);
    how.readMode = cudaReadModeElementType;
    how.filterMode = cudaFilterModeLinear;
    resource.res.linear.desc = cudaCreateChannelDesc<int>();
    EXPECT(cudaCreateTextureObject(&t, &resource, &how, nullptr) == cudaErrorInvalidFilterSetting);
    how.filterMode = cudaFilterModePoint;
    resource.res.linear.desc = cudaCreateChannelDesc(32, 32, 32, 0, cudaChannelFormatKindFloat);
    EXPECT(cudaCreateTextureObject(&t, &resource, &how, nullptr) != cudaSuccess);
    resource.resType = cudaResourceTypePitch2D;
    resource.res.pitch2D.devPtr = d;
    resource.res.pitch2D.width = 100;
    resource.res.pitch2D.height = 2;
    resource.res.pitch2D.pitchInBytes = 384;
    resource.res.pitch2D.desc = cudaCreateChannelDesc<float>();
    EXPECT(cudaCreateTextureObject(&t, &resource, &how, nullptr) == cudaErrorInvalidValue);
    cudaGetLastError();
    cudaFree(d);
}

int main() {
    float *d_out, out[128];
    CHECK(cudaMalloc(&d_out, sizeof out));
    linear(d_out, out);
    pitched(d_out, out);
    arrays(d_out, out);
    refused();
    CHECK(cudaFree(d_out));
    std::puts(wrong ? "FAILED" : "OK");
    return wrong;
}
