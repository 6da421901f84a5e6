// Fetches and samples of linear memory, pitched memory and arrays, one after another and scattered.
#include "fixed.hpp"

template <class T>
__global__ void fetch_row(int n, volatile float* out, cudaTextureObject_t t) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = tex1Dfetch<T>(t, i + 1);
}

__global__ void fetch_quads(int n, volatile float* out, cudaTextureObject_t t) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        const float4 quad = tex1Dfetch<float4>(t, i + 1);
        out[i] = quad.x + quad.y + quad.z + quad.w;
    }
}

__global__ void fetch_scattered(int n, volatile float* out, cudaTextureObject_t t,
                                const volatile int* place) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const int p = place[i];
    out[i] = p % 3 ? tex1Dfetch<float>(t, p % n) : 0;
}

__global__ void sample_plane(int rows, int cols, volatile float* out, cudaTextureObject_t t,
                             float shift) {
    const int col = blockIdx.x * blockDim.x + threadIdx.x;
    const int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < rows && col < cols) out[row * cols + col] = tex2D<float>(t, col + shift, row + shift);
}

__global__ void sample_columns(int rows, int cols, volatile float* out, cudaTextureObject_t t) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= rows) return;
    float sum = 0;
#pragma unroll 1
    for (int j = 0; j < cols; ++j) sum += tex2D<float>(t, j + 0.5f, i + 0.5f);
    out[i] = sum;
}

cudaTextureObject_t texture(const cudaResourceDesc& resource, cudaTextureFilterMode filter) {
    cudaTextureDesc how{};
    how.addressMode[0] = how.addressMode[1] = cudaAddressModeClamp;
    how.filterMode = filter;
    how.readMode = cudaReadModeElementType;
    cudaTextureObject_t made;
    check(cudaCreateTextureObject(&made, &resource, &how, nullptr));
    return made;
}

template <class T>
cudaTextureObject_t linear(void* memory, int count) {
    cudaResourceDesc resource{};
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = memory;
    resource.res.linear.desc = cudaCreateChannelDesc<T>();
    resource.res.linear.sizeInBytes = count * sizeof(T);
    return texture(resource, cudaFilterModePoint);
}

cudaTextureObject_t pitched(float* memory, int rows, int cols, std::size_t pitch,
                            cudaTextureFilterMode filter) {
    cudaResourceDesc resource{};
    resource.resType = cudaResourceTypePitch2D;
    resource.res.pitch2D.devPtr = memory;
    resource.res.pitch2D.desc = cudaCreateChannelDesc<float>();
    resource.res.pitch2D.width = cols;
    resource.res.pitch2D.height = rows;
    resource.res.pitch2D.pitchInBytes = pitch;
    return texture(resource, filter);
}

void planes(float* out, int side) {
    float* memory;
    std::size_t pitch;
    check(cudaMallocPitch(&memory, &pitch, side * sizeof(float), side));
    check(cudaMemset2D(memory, pitch, 0, side * sizeof(float), side));
    const auto point = pitched(memory, side, side, pitch, cudaFilterModePoint);
    const auto smooth = pitched(memory, side, side, pitch, cudaFilterModeLinear);
    for (const dim3 block : {dim3(32, 4), dim3(8, 8), dim3(5, 13)}) {
        const dim3 grid((side + block.x - 1) / block.x, (side + block.y - 1) / block.y);
        sample_plane<<<grid, block>>>(side, side, out, point, 0.5f);
        sample_plane<<<grid, block>>>(side, side, out, smooth, 0.5f);
        sample_plane<<<grid, block>>>(side, side, out, smooth, 0.25f);
    }
    sample_columns<<<blocks(side), threads>>>(side, side, out, point);
    finished();
    check(cudaDestroyTextureObject(point));
    check(cudaDestroyTextureObject(smooth));
    cudaFree(memory);
}

int main() {
    for (const int n : sizes) {
        float* in = array<float>(4 * n + 8, [](int i) { return static_cast<float>(i % 13); });
        unsigned char* bytes =
            array<unsigned char>(n + 1, [](int i) { return static_cast<unsigned char>(i); });
        float* out = array<float>(5000, [](int) { return 0.0f; });
        int* place = array<int>(n, scattered);
        const auto floats = linear<float>(in, n + 1);
        const auto quads = linear<float4>(in, n + 1);
        const auto small = linear<unsigned char>(bytes, n + 1);
        fetch_row<float><<<blocks(n), threads>>>(n, out, floats);
        fetch_row<unsigned char><<<blocks(n), threads>>>(n, out, small);
        fetch_quads<<<blocks(n), threads>>>(n, out, quads);
        fetch_scattered<<<blocks(n), threads>>>(n, out, floats, place);
        finished();
        for (const auto t : {floats, quads, small}) check(cudaDestroyTextureObject(t));
        planes(out, n == 96 ? 20 : n == 1000 ? 45 : 67);
        for (void* memory : {(void*)in, (void*)bytes, (void*)out, (void*)place}) cudaFree(memory);
    }
}
