// What kernels for recent devices use beside their own work: pointers with the properties of their
// accesses, and the occupancy of clusters.
#include <cooperative_groups.h>

#include <cstdio>
#include <cuda/annotated_ptr>

#define CHECK(call)                            \
    do {                                       \
        if ((call) != cudaSuccess) return 100; \
    } while (0)

__global__ void scale(cuda::annotated_ptr<const float, cuda::access_property::streaming> in,
                      cuda::annotated_ptr<float, cuda::access_property::persisting> out, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        out[i] = in[i] * 3;
}
__global__ void pin(float* p, int n) {
    int i = threadIdx.x;
    float* q = cuda::associate_access_property(p, cuda::access_property::persisting{});
    cuda::access_property ap(p, n * sizeof(float), n * sizeof(float),
                             cuda::access_property::persisting{});
    cuda::annotated_ptr<float, cuda::access_property> a{q, ap};
    if (i < n) {
        a[i] += 1;
    }
    cuda::apply_access_property(p, sizeof(float) * n, cuda::access_property::normal{});
    cuda::discard_memory(p + n, 0);
}
__global__ void through_shared(cuda::annotated_ptr<const float, cuda::access_property::normal> in,
                               float* out) {
    __shared__ float tile[64];
    __shared__ cuda::barrier<cuda::thread_scope_block> ready;
    if (threadIdx.x == 0) init(&ready, blockDim.x);
    __syncthreads();
    cuda::memcpy_async(
        tile + threadIdx.x,
        cuda::annotated_ptr<const float, cuda::access_property::normal>{in.get() + threadIdx.x},
        sizeof(float), ready);
    auto token = ready.arrive();
    ready.wait(cuda::std::move(token));
    out[threadIdx.x] = tile[63 - threadIdx.x];
}
static int annotated() {
    int n = 300;
    float *a, *b;
    CHECK(cudaMallocManaged(&a, n * 4));
    CHECK(cudaMallocManaged(&b, n * 4));
    for (int i = 0; i < n; ++i) a[i] = i;
    scale<<<2, 128>>>(cuda::annotated_ptr<const float, cuda::access_property::streaming>{a},
                      cuda::annotated_ptr<float, cuda::access_property::persisting>{b}, n);
    pin<<<1, 320>>>(b, n);
    through_shared<<<1, 64>>>(cuda::annotated_ptr<const float, cuda::access_property::normal>{b},
                              a);
    CHECK(cudaDeviceSynchronize());
    if (a[0] != b[63]) return 2;
    CHECK(cudaCtxResetPersistingL2Cache());
    for (int i = 0; i < n; ++i)
        if (b[i] != i * 3 + 1) return 1;
    cudaFree(a);
    cudaFree(b);
    return 0;
}

namespace cg = cooperative_groups;
__global__ void __cluster_dims__(2, 1, 1) k(int* out) {
    extern __shared__ int sm[];
    cg::cluster_group c = cg::this_cluster();
    if (threadIdx.x == 0) sm[0] = c.block_rank() + 10;
    c.sync();
    if (threadIdx.x == 0) out[blockIdx.x] = *c.map_shared_rank(&sm[0], c.block_rank() ^ 1);
    c.sync();
}
__global__ void dyn(float* x, int n) {
    extern __shared__ float s[];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    s[threadIdx.x] = i < n ? x[i] : 0;
    __syncthreads();
    if (i < n) x[i] = s[blockDim.x - 1 - threadIdx.x];
}
struct Smem {
    size_t operator()(int b) const { return b * sizeof(float); }
};
static int occupancy_of_clusters() {
    int* o;
    CHECK(cudaMalloc(&o, 4 * sizeof(int)));
    cudaLaunchConfig_t cfg = {};
    cfg.gridDim = 4;
    cfg.blockDim = 64;
    cfg.dynamicSmemBytes = 256;
    int nc = 0;
    cudaLaunchAttribute a;
    a.id = cudaLaunchAttributeClusterDimension;
    a.val.clusterDim.x = 2;
    a.val.clusterDim.y = 1;
    a.val.clusterDim.z = 1;
    cudaLaunchConfig_t c2 = cfg;
    c2.attrs = &a;
    c2.numAttrs = 1;
    CHECK(cudaOccupancyMaxActiveClusters(&nc, k, &c2));
    if (nc < 1) return 1;
    int size = 0;
    CHECK(cudaOccupancyMaxPotentialClusterSize(&size, k, &cfg));
    if (size < 2) return 2;
    k<<<4, 64, 256>>>(o);
    CHECK(cudaGetLastError());
    int h[4];
    CHECK(cudaMemcpy(h, o, sizeof h, cudaMemcpyDeviceToHost));
    for (int i = 0; i < 4; ++i)
        if (h[i] != 10 + ((i & 1) ^ 1)) return 3;
    int grid, block;
    CHECK(cudaOccupancyMaxPotentialBlockSizeVariableSMem(&grid, &block, dyn, Smem{}, 0));
    if (block < 32) return 4;
    size_t avail;
    CHECK(cudaOccupancyAvailableDynamicSMemPerBlock(&avail, dyn, 2, 256));
    if (avail < 1024) return 5;
    CHECK(cudaFuncSetAttribute(dyn, cudaFuncAttributePreferredSharedMemoryCarveout,
                               cudaSharedmemCarveoutMaxShared));
    CHECK(cudaFuncSetCacheConfig(dyn, cudaFuncCachePreferShared));
    cudaFree(o);
    return 0;
}

int main() {
    if (const int at = annotated()) return std::printf("annotated: %d\n", at), 1;
    if (const int at = occupancy_of_clusters()) return std::printf("occupancy: %d\n", at), 1;
    std::puts("OK");
}
