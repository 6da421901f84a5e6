// CUB beyond sums and sorts: neighbours within a block, what a warp loads, exchanges and sorts,
// segments of a warp, searches and reductions of one thread; transforms, differences, merges and
// batches of copies for the whole device.

// NVCC: --extended-lambda
#include <cuda_runtime.h>

#include <cstdio>
#include <cub/block/block_shuffle.cuh>
#include <cub/cub.cuh>
#include <cub/device/device_adjacent_difference.cuh>
#include <cub/device/device_memcpy.cuh>
#include <cub/device/device_merge.cuh>
#include <cub/device/device_transform.cuh>
#include <cuda/std/tuple>
#include <vector>

static int failures = 0;
static void expect(bool good, const char* what) {
    if (good) return;
    ++failures;
    std::printf("FAILED %s\n", what);
}

constexpr int threads = 64, items = 2, n = threads * items;

struct Minus {
    __host__ __device__ int operator()(int a, int b) const { return a - b; }
};
struct Less {
    __host__ __device__ bool operator()(int a, int b) const { return a < b; }
};
struct Plus {
    __host__ __device__ int operator()(int a, int b) const { return a + b; }
};

__global__ void in_a_block(int* left, int* right, int* up, int* turned) {
    using Difference = cub::BlockAdjacentDifference<int, threads>;
    using Shuffle = cub::BlockShuffle<int, threads>;
    __shared__ typename Difference::TempStorage difference;
    __shared__ typename Shuffle::TempStorage shuffle;
    const int t = threadIdx.x;
    int mine[items] = {2 * t * 2 * t, (2 * t + 1) * (2 * t + 1)}, out[items];
    Difference(difference).SubtractLeft(mine, out, Minus(), -5);
    for (int i = 0; i < items; ++i) left[t * items + i] = out[i];
    __syncthreads();
    Difference(difference).SubtractRight(mine, out, Minus());
    for (int i = 0; i < items; ++i) right[t * items + i] = out[i];
    int before[items] = {-1, -1};
    Shuffle(shuffle).Up(mine, before);
    for (int i = 0; i < items; ++i) up[t * items + i] = before[i];
    __syncthreads();
    int other;
    Shuffle(shuffle).Rotate(t, other, 3);
    turned[t] = other;
}

__global__ void in_a_warp(const int* in, int* striped, int* sorted, int* segments) {
    using Load = cub::WarpLoad<int, items, cub::WARP_LOAD_DIRECT, 32>;
    using Store = cub::WarpStore<int, items, cub::WARP_STORE_DIRECT, 32>;
    using Exchange = cub::WarpExchange<int, items, 32>;
    using Sort = cub::WarpMergeSort<int, items, 32>;
    using Reduce = cub::WarpReduce<int>;
    __shared__ typename Load::TempStorage load[threads / 32];
    __shared__ typename Store::TempStorage store[threads / 32];
    __shared__ typename Exchange::TempStorage exchange[threads / 32];
    __shared__ typename Sort::TempStorage sort[threads / 32];
    __shared__ typename Reduce::TempStorage reduce[threads / 32];
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32, first = warp * 32 * items;
    int mine[items];
    Load(load[warp]).Load(in + first, mine);
    int other[items];
    Exchange(exchange[warp]).BlockedToStriped(mine, other);
    for (int i = 0; i < items; ++i) striped[first + lane * items + i] = other[i];
    Sort(sort[warp]).Sort(mine, Less());
    Store(store[warp]).Store(sorted + first, mine);
    const int sum = Reduce(reduce[warp]).HeadSegmentedSum(1, lane % 5 == 0);
    if (lane % 5 == 0) segments[threadIdx.x] = sum;
}

__global__ void in_a_thread(const int* sorted, int* found) {
    int mine[4] = {3, 1, 4, 1};
    found[0] = cub::LowerBound(sorted, n, 7);
    found[1] = cub::UpperBound(sorted, n, 7);
    found[2] = cub::ThreadReduce(mine, Plus());
    static_assert(cub::Log2<33>::VALUE == 6, "");
}

template <class T>
static T* managed(int count) {
    T* pointer;
    cudaMallocManaged(&pointer, count * sizeof(T));
    return pointer;
}

static void collectives() {
    int* const a = managed<int>(6 * n);
    int *in = a, *left = a + n, *right = a + 2 * n, *up = a + 3 * n, *other = a + 4 * n;
    int* const found = a + 5 * n;
    in_a_block<<<1, threads>>>(left, right, up, other);
    cudaDeviceSynchronize();
    bool good = left[0] == 5 && right[n - 1] == (n - 1) * (n - 1) && other[0] == 3 && up[0] == -1;
    for (int i = 1; i < n; ++i)
        good &= left[i] == 2 * i - 1 && right[i - 1] == 1 - 2 * i && up[i] == (i - 1) * (i - 1);
    expect(good && other[threads - 1] == 2, "neighbours of a block");
    for (int i = 0; i < n; ++i) in[i] = i * 37 % 64;
    in_a_warp<<<1, threads>>>(in, left, right, found);
    cudaDeviceSynchronize();
    good = left[0] == in[0] && left[1] == in[32] && left[3] == in[33];
    for (int i = 0; i < 64; ++i) good &= right[i] == i;
    expect(good, "a warp's items");
    expect(found[0] == 5 && found[25] == 5 && found[30] == 2, "a warp's segments");
    for (int i = 0; i < n; ++i) in[i] = i / 2;
    in_a_thread<<<1, 1>>>(in, found);
    cudaDeviceSynchronize();
    expect(found[0] == 14 && found[1] == 16 && found[2] == 9, "a thread's own");
    cudaFree(a);
}

// Each algorithm is called twice: for the size of its scratch memory, and for its work.
template <class Call>
static void twice(Call call) {
    void* storage = nullptr;
    size_t bytes = 0;
    call(storage, bytes);
    cudaMalloc(&storage, bytes);
    call(storage, bytes);
    cudaDeviceSynchronize();
    cudaFree(storage);
}

static void for_the_whole_device() {
    int *a = managed<int>(n), *b = managed<int>(n), *c = managed<int>(2 * n);
    for (int i = 0; i < n; ++i) a[i] = 3 * i, b[i] = 2 * i;
    cub::DeviceTransform::Transform(cuda::std::make_tuple(a, b), c, n, Plus());
    cudaDeviceSynchronize();
    expect(c[n - 1] == 5 * (n - 1), "a transform of two");
    twice([&](void* s, size_t& bytes) {
        cub::DeviceAdjacentDifference::SubtractLeftCopy(s, bytes, a, c, n, Minus());
    });
    expect(c[0] == 0 && c[n - 1] == 3, "differences");
    twice([&](void* s, size_t& bytes) {
        cub::DeviceMerge::MergeKeys(s, bytes, a, n, b, n, c, Less());
    });
    bool sorted = true;
    for (int i = 1; i < 2 * n; ++i) sorted &= c[i - 1] <= c[i];
    expect(sorted && c[2 * n - 1] == 3 * (n - 1), "a merge");
    void **from = managed<void*>(2), **to = managed<void*>(2);
    unsigned* const size = managed<unsigned>(2);
    from[0] = a, from[1] = b, to[0] = c + n, to[1] = c, size[0] = 8, size[1] = 4;
    twice([&](void* s, size_t& bytes) { cub::DeviceMemcpy::Batched(s, bytes, from, to, size, 2); });
    expect(c[n + 1] == 3 && c[0] == 0, "copies in a batch");
    for (void* p : {(void*)a, (void*)b, (void*)c, (void*)from, (void*)to, (void*)size}) cudaFree(p);
}

int main() {
    collectives();
    for_the_whole_device();
    if (failures == 0) std::printf("OK\n");
    return failures;
}
