// Lab 11, rung 4: y = A x + b for a dense A that is read in four ways: by plain loads, by __ldg,
// and through one- and two-dimensional textures. The interface is in lab.hpp, the task in
// README.md. A is row-major with `pitch` elements from row to row: A[i * pitch + j].
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
__global__ void __launch_bounds__(threads) dense_kernel(const __grid_constant__ Reader A, int n, int m, float* y, const float* x, const float* b) {
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
class Texture {
  public:
    // Elements are read unchanged, by coordinates that count texels, without filtering.
    explicit Texture(const cudaResourceDesc& resource) {
        cudaTextureDesc how = {};
        how.filterMode = cudaFilterModePoint;
        how.readMode = cudaReadModeElementType;
        how.normalizedCoords = 0;
        CUDA_CHECK(cudaCreateTextureObject(&object_, &resource, &how, nullptr));
    }
    // Only when no kernel reads through it any more.
    ~Texture() {
        cudaDestroyTextureObject(object_);
    }
    Texture(const Texture&) = delete;
    Texture& operator=(const Texture&) = delete;

    cudaTextureObject_t object() const { return object_; }

  private:
    cudaTextureObject_t object_ = 0;
};

void dense_texture_linear(int n, int m, int pitch, float* d_y, const float* d_A, const float* d_x,
                          const float* d_b) {
    kit::require(static_cast<long long>(n) * pitch <= most_linear_texels,
                 "n * pitch must be at most %d, not %d * %d", most_linear_texels, n, pitch);
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = const_cast<float*>(d_A);
    resource.res.linear.desc = cudaCreateChannelDesc<float>();
    resource.res.linear.sizeInBytes = static_cast<size_t>(n) * pitch * sizeof(float);
    Texture texture(resource);
    launch(LinearFetches{texture.object(), pitch}, n, m, d_y, d_x, d_b);
    cudaEvent_t done;
    CUDA_CHECK(cudaEventCreateWithFlags(&done, cudaEventDisableTiming));
    struct Event { cudaEvent_t e; ~Event() { cudaEventDestroy(e); } } owner{done};
    CUDA_CHECK(cudaEventRecord(done));
    CUDA_CHECK(cudaEventSynchronize(done));
}

void dense_texture_2d(int n, int m, int pitch, float* d_y, const float* d_A, const float* d_x,
                      const float* d_b) {
    kit::require(m <= most_texels_wide, "m must be at most %d, not %d", most_texels_wide, m);
    kit::require(n <= most_texels_high, "n must be at most %d, not %d", most_texels_high, n);
    kit::require(pitch % pitch_alignment == 0, "pitch must be a multiple of %d elements, not %d",
                 pitch_alignment, pitch);
    cudaResourceDesc resource = {};
    // launch; wait for the kernel
    resource.resType = cudaResourceTypePitch2D;
    resource.res.pitch2D.devPtr = const_cast<float*>(d_A);
    resource.res.pitch2D.desc = cudaCreateChannelDesc<float>();
    resource.res.pitch2D.width = m;
    resource.res.pitch2D.height = n;
    resource.res.pitch2D.pitchInBytes = static_cast<size_t>(pitch) * sizeof(float);
    Texture texture(resource);
    launch(PlaneFetches{texture.object()}, n, m, d_y, d_x, d_b);
    cudaEvent_t done;
    CUDA_CHECK(cudaEventCreateWithFlags(&done, cudaEventDisableTiming));
    struct Event { cudaEvent_t e; ~Event() { cudaEventDestroy(e); } } owner{done};
    CUDA_CHECK(cudaEventRecord(done));
    CUDA_CHECK(cudaEventSynchronize(done));
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
