// Lab 11, rung 4: y = A x + b for a dense A that is read in four ways: by plain loads, by __ldg,
// and through one- and two-dimensional textures. The interface is in lab.hpp, the task in
// README.md. A is row-major with `pitch` elements from row to row: A[i * pitch + j].
#include <cstring>
#include <utility>
#include "kit/error.hpp"
#include "kit/require.hpp"
#include "lab.hpp"

// ---- How an element A[i][j] is read. The first two are given.

struct PlainLoads {
    const float* A;
    int pitch;
    __device__ float at(int i, int j) const { return A[static_cast<size_t>(i) * pitch + j]; }
};

struct ReadOnlyLoads {
    const float* A;
    int pitch;
    __device__ float at(int i, int j) const {
        return __ldg(&A[static_cast<size_t>(i) * pitch + j]);
    }
};

struct LinearFetches {
    cudaTextureObject_t texture;
    int pitch;
    __device__ float at(int i, int j) const {
        return tex1Dfetch<float>(texture, i * pitch + j);
    }
};

struct PlaneFetches {
    cudaTextureObject_t texture;
    __device__ float at(int i, int j) const {
        return tex2D<float>(texture, j + 0.5f, i + 0.5f);
    }
};

// ---- The product: one warp per row, in the same way for all of them.

constexpr int threads = 256, warp_size = 32, rows_a_block = threads / warp_size;

template <class Reader>
__global__ void dense_kernel(Reader A, int n, int m, float* y, const float* x, const float* b) {
    int i = blockIdx.x * rows_a_block + threadIdx.x / warp_size;
    int lane = threadIdx.x % warp_size;
    if (i >= n) return;  // the whole warp
    float sum = 0.0f;
    for (int j = lane; j < m; j += warp_size) sum += A.at(i, j) * x[j];
    for (int distance = warp_size / 2; distance > 0; distance /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, distance);
    if (lane == 0) y[i] = sum + b[i];
}

template <class Reader>
void launch(Reader A, int n, int m, float* d_y, const float* d_x, const float* d_b) {
    int blocks = (n + rows_a_block - 1) / rows_a_block;
    dense_kernel<<<blocks, threads>>>(A, n, m, d_y, d_x, d_b);
    CUDA_CHECK(cudaGetLastError());
}

// ---- Texture objects.

// Owns a texture object over the memory that `resource` describes.
template <auto destroy> struct Deleter { template <class T> void operator()(T o) const { (void)destroy(o); } };
class Texture {
    cudaTextureObject_t object_{};
  public:
    Texture() = default;
    Texture(const cudaResourceDesc& r, const cudaTextureDesc& d) { CUDA_CHECK(cudaCreateTextureObject(&object_, &r, &d, nullptr)); }
    Texture(Texture&& o) noexcept : object_(std::exchange(o.object_, 0)) {}
    Texture& operator=(Texture o) noexcept { std::swap(object_, o.object_); return *this; }
    ~Texture() { if (object_) Deleter<cudaDestroyTextureObject>{}(object_); }
    explicit operator cudaTextureObject_t() const noexcept { return object_; }
};
constexpr cudaTextureDesc unchanged() {
    cudaTextureDesc d{};
    d.addressMode[0] = d.addressMode[1] = d.addressMode[2] = cudaAddressModeClamp;
    d.filterMode = cudaFilterModePoint;
    d.readMode = cudaReadModeElementType;
    return d;
}
template <class Reader, class... More>
void through(const cudaResourceDesc& resource, int n, int m, float* d_y, const float* d_x, const float* d_b, More... more) {
    Texture texture;
    texture = Texture{resource, unchanged()};
    try {
        launch(Reader{cudaTextureObject_t{texture}, more...}, n, m, d_y, d_x, d_b);
    } catch (...) {
        throw;
    }
    CUDA_CHECK(cudaStreamSynchronize(cudaStreamDefault));
}
void dense_texture_linear(int n, int m, int pitch, float* d_y, const float* d_A, const float* d_x, const float* d_b) {
    kit::require(1LL * n * pitch <= most_linear_texels, "n * pitch = %lld is too much", 1LL * n * pitch);
    cudaResourceDesc r;
    memset(&r, 0, sizeof r);
    r.resType = cudaResourceTypeLinear;
    r.res.linear = {.devPtr = const_cast<float*>(d_A), .desc = cudaCreateChannelDesc(32, 0, 0, 0, cudaChannelFormatKindFloat), .sizeInBytes = sizeof(float) * n * pitch};
    through<LinearFetches>(r, n, m, d_y, d_x, d_b, pitch);
}
void dense_texture_2d(int n, int m, int pitch, float* d_y, const float* d_A, const float* d_x, const float* d_b) {
    kit::require(m <= most_texels_wide, "m = %d is too wide", m);
    kit::require(n <= most_texels_high, "n = %d is too high", n);
    kit::require(pitch % pitch_alignment == 0, "pitch = %d is not aligned", pitch);
    cudaResourceDesc r;
    memset(&r, 0, sizeof r);
    r.resType = cudaResourceTypePitch2D;
    auto& [devPtr, desc, width, height, bytes] = r.res.pitch2D;
    devPtr = const_cast<float*>(d_A);
    desc = cudaCreateChannelDesc<float>();
    width = m, height = n, bytes = pitch * sizeof(float);
    through<PlaneFetches>(r, n, m, d_y, d_x, d_b);
}
// ---- For comparison.

void dense_plain(int n, int m, int pitch, float* d_y, const float* d_A, const float* d_x,
                 const float* d_b) {
    launch(PlainLoads{d_A, pitch}, n, m, d_y, d_x, d_b);
}

void dense_ldg(int n, int m, int pitch, float* d_y, const float* d_A, const float* d_x,
               const float* d_b) {
    launch(ReadOnlyLoads{d_A, pitch}, n, m, d_y, d_x, d_b);
}
