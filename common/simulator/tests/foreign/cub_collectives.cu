// CUB's collectives inside of kernels, and its algorithms for the whole device in their two calls.
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <cub/cub.cuh>
#include <vector>

static int failures = 0;
static void expect(bool good, const char* what) {
    if (good) return;
    ++failures;
    std::printf("FAILED %s\n", what);
}

struct Larger {
    __host__ __device__ int operator()(int a, int b) const { return a < b ? b : a; }
};

constexpr int threads = 128, items = 4;

// A block's sum and maximum, and the running sums of its tile.
__global__ void of_tiles(const int* in, int* sums, int* largest, int* running) {
    using Load = cub::BlockLoad<int, threads, items, cub::BLOCK_LOAD_WARP_TRANSPOSE>;
    using Store = cub::BlockStore<int, threads, items, cub::BLOCK_STORE_WARP_TRANSPOSE>;
    using Reduce = cub::BlockReduce<int, threads>;
    using Scan = cub::BlockScan<int, threads>;
    __shared__ union {
        typename Load::TempStorage load;
        typename Store::TempStorage store;
        typename Reduce::TempStorage reduce;
        typename Scan::TempStorage scan;
    } temp;
    const int base = blockIdx.x * threads * items;
    int mine[items], scanned[items];
    Load(temp.load).Load(in + base, mine);
    __syncthreads();
    const int sum = Reduce(temp.reduce).Sum(mine);
    __syncthreads();
    const int most = Reduce(temp.reduce).Reduce(mine, Larger());
    __syncthreads();
    Scan(temp.scan).ExclusiveSum(mine, scanned);
    __syncthreads();
    Store(temp.store).Store(running + base, scanned);
    if (threadIdx.x == 0) {
        sums[blockIdx.x] = sum;
        largest[blockIdx.x] = most;
    }
}

__global__ void of_warps(const int* in, int* sums, int* running) {
    using Reduce = cub::WarpReduce<int>;
    using Scan = cub::WarpScan<int, 16>;
    __shared__ typename Reduce::TempStorage reduce[threads / 32];
    __shared__ typename Scan::TempStorage scan[threads / 16];
    const int i = threadIdx.x;
    const int sum = Reduce(reduce[i / 32]).Sum(in[i]);
    if (i % 32 == 0) sums[i / 32] = sum;
    int inclusive;
    Scan(scan[i / 16]).InclusiveSum(in[i], inclusive);
    running[i] = inclusive;
}

template <class T>
static T* to_device(const std::vector<T>& host) {
    T* device;
    cudaMalloc(&device, host.size() * sizeof(T));
    cudaMemcpy(device, host.data(), host.size() * sizeof(T), cudaMemcpyHostToDevice);
    return device;
}
template <class T>
static std::vector<T> to_host(const T* device, int n) {
    std::vector<T> host(n);
    cudaMemcpy(host.data(), device, n * sizeof(T), cudaMemcpyDeviceToHost);
    return host;
}

static void in_kernels(const std::vector<int>& values, int blocks) {
    const int tile = threads * items, n = int(values.size());
    int* in = to_device(values);
    int* sums = to_device(std::vector<int>(std::max(blocks, threads / 32)));
    int* largest = to_device(std::vector<int>(blocks));
    int* running = to_device(std::vector<int>(n));
    of_tiles<<<blocks, threads>>>(in, sums, largest, running);
    const std::vector<int> s = to_host(sums, blocks), m = to_host(largest, blocks),
                           r = to_host(running, n);
    bool good = true;
    for (int b = 0; b < blocks; ++b) {
        int sum = 0, most = values[b * tile];
        for (int i = b * tile; i < (b + 1) * tile; ++i) {
            good = good && r[i] == sum;
            sum += values[i];
            most = std::max(most, values[i]);
        }
        good = good && s[b] == sum && m[b] == most;
    }
    expect(good, "collectives of a block");
    of_warps<<<1, threads>>>(in, sums, running);
    const std::vector<int> ws = to_host(sums, threads / 32), wr = to_host(running, threads);
    good = true;
    for (int i = 0, sum = 0, half = 0; i < threads; ++i) {
        sum = (i % 32 ? sum : 0) + values[i];
        half = (i % 16 ? half : 0) + values[i];
        good = good && wr[i] == half && (i % 32 != 31 || ws[i / 32] == sum);
    }
    expect(good, "collectives of a warp");
    for (int* p : {in, sums, largest, running}) cudaFree(p);
}

static void of_the_device(const std::vector<int>& values) {
    const int n = int(values.size());
    int *in = to_device(values), *out = to_device(values), *ranks = to_device(values), *sum;
    cudaMalloc(&sum, sizeof(int));
    void* temp = nullptr;
    size_t bytes = 0;
    cub::DeviceReduce::Sum(temp, bytes, in, sum, n);
    cudaMalloc(&temp, bytes);
    cub::DeviceReduce::Sum(temp, bytes, in, sum, n);
    int expected = 0;
    for (const int v : values) expected += v;
    expect(to_host(sum, 1)[0] == expected, "DeviceReduce::Sum");
    cudaFree(temp);
    temp = nullptr;
    cub::DeviceScan::InclusiveSum(temp, bytes, in, out, n);
    cudaMalloc(&temp, bytes);
    cub::DeviceScan::InclusiveSum(temp, bytes, in, out, n);
    expect(to_host(out, n)[n - 1] == expected, "DeviceScan::InclusiveSum");
    cudaFree(temp);
    temp = nullptr;
    cub::DeviceRadixSort::SortPairs(temp, bytes, in, out, in, ranks, n);
    cudaMalloc(&temp, bytes);
    cub::DeviceRadixSort::SortPairs(temp, bytes, in, out, in, ranks, n);
    std::vector<int> sorted = values;
    std::sort(sorted.begin(), sorted.end());
    expect(to_host(out, n) == sorted && to_host(ranks, n) == sorted, "DeviceRadixSort::SortPairs");
    cub::DeviceRadixSort::SortKeysDescending(temp, bytes, in, out, n);
    std::reverse(sorted.begin(), sorted.end());
    expect(to_host(out, n) == sorted, "DeviceRadixSort::SortKeysDescending");
    cudaFree(temp);
    for (int* p : {in, out, ranks, sum}) cudaFree(p);
}

struct Place {
    double x;
    int lane;
};

// In logical warps of 8 lanes: from 2 lanes before, from 2 lanes behind, from lane 5.
__global__ void exchange(Place* out) {
    const int lane = int(threadIdx.x % 32);
    const Place own{lane + 0.5, lane};
    out[3 * lane] = cub::ShuffleUp<8>(own, 2, 0, 0xffffffff);
    out[3 * lane + 1] = cub::ShuffleDown<8>(own, 2, 7, 0xffffffff);
    out[3 * lane + 2] = cub::ShuffleIndex<8>(own, 5, 0xffffffff);
}

static void shuffles() {
    Place* out;
    cudaMallocManaged(&out, 96 * sizeof *out);
    exchange<<<1, 32>>>(out);
    expect(cub::SyncStream(nullptr) == cudaSuccess, "SyncStream");
    for (int lane = 0; lane < 32; ++lane) {
        const int in_eight = lane % 8;
        const auto came_from = [](const Place& place, int from) {
            return place.lane == from && place.x == from + 0.5;
        };
        expect(came_from(out[3 * lane], in_eight < 2 ? lane : lane - 2), "ShuffleUp");
        expect(came_from(out[3 * lane + 1], in_eight > 5 ? lane : lane + 2), "ShuffleDown");
        expect(came_from(out[3 * lane + 2], lane - in_eight + 5), "ShuffleIndex");
    }
    cudaFree(out);
    expect(cub::WarpMask<8>(2) == 0x00ff0000 && cub::WarpMask<32>(0) == 0xffffffff, "WarpMask");
    int version = 0;
    expect(cub::SmVersion(version) == cudaSuccess && version == 900, "SmVersion");
    expect(cub::DeviceCount() == 1 && cub::CurrentDevice() == 0, "DeviceCount");
}

// The largest of the tiles so far, kept from tile to tile.
struct RunningLargest {
    int value;
    __device__ int operator()(int of_block) {
        const int before = value;
        value = Larger()(value, of_block);
        return before;
    }
};

// Two tiles in turn: the largest before each element, and up to it, one and two elements a thread.
__global__ void largest_so_far(const int* in, int* before, int* until, int* before2, int* until2) {
    using Scan = cub::BlockScan<int, threads>;
    __shared__ typename Scan::TempStorage temp;
    RunningLargest first{-1000}, second{-1000}, third{-1000}, fourth{-1000};
    const int t = threadIdx.x;
    for (int tile = 0; tile < 2; ++tile) {
        const int at = tile * threads + t;
        Scan(temp).ExclusiveScan(in[at], before[at], Larger(), first);
        __syncthreads();
        Scan(temp).InclusiveScan(in[at], until[at], Larger(), second);
        __syncthreads();
        int mine[2] = {in[2 * at], in[2 * at + 1]}, results[2];
        Scan(temp).ExclusiveScan(mine, results, Larger(), third);
        before2[2 * at] = results[0], before2[2 * at + 1] = results[1];
        __syncthreads();
        Scan(temp).InclusiveScan(mine, results, Larger(), fourth);
        until2[2 * at] = results[0], until2[2 * at + 1] = results[1];
        __syncthreads();
    }
}

static void scans_with_a_prefix(const std::vector<int>& values) {
    const int n = 4 * threads;
    int *in = to_device(values), *out;
    cudaMalloc(&out, 4 * n * sizeof *out);
    cudaMemset(out, 0, 4 * n * sizeof *out);
    largest_so_far<<<1, threads>>>(in, out, out + n, out + 2 * n, out + 3 * n);
    const std::vector<int> results = to_host(out, 4 * n);
    int largest = -1000;
    for (int i = 0; i < n; ++i) {
        const int until = std::max(largest, values[i]);
        const bool in_first = i < 2 * threads;
        expect(!in_first || results[i] == largest, "ExclusiveScan with a prefix");
        expect(!in_first || results[n + i] == until, "InclusiveScan with a prefix");
        expect(results[2 * n + i] == largest, "ExclusiveScan of several with a prefix");
        expect(results[3 * n + i] == until, "InclusiveScan of several with a prefix");
        largest = until;
    }
    cudaFree(in);
    cudaFree(out);
}

int main() {
    const int blocks = 3;
    std::vector<int> values(blocks * threads * items);
    for (size_t i = 0; i < values.size(); ++i) values[i] = int(i * 7919 % 2003) - 1000;
    in_kernels(values, blocks);
    of_the_device(values);
    shuffles();
    scans_with_a_prefix(values);
    std::printf(failures ? "FAILED\n" : "OK\n");
    return failures != 0;
}
