// CUB as published programs use it beyond sums: exchanges, sorts and histograms of a block, a
// running prefix, iterators, and the algorithms that select, partition, encode and go by keys or
// segments.

// NVCC before 13
#include <cuda_runtime.h>

#include <cstdio>
#include <cub/cub.cuh>
#include <cub/util_allocator.cuh>
#include <vector>

static int failures = 0;
static void expect(bool good, const char* what) {
    if (good) return;
    ++failures;
    std::printf("FAILED %s\n", what);
}

static cub::CachingDeviceAllocator allocator(true);

// An array on the device.
template <class T>
struct Array {
    T* data = nullptr;
    size_t n;

    explicit Array(const std::vector<T>& values) : n(values.size()) {
        CubDebugExit(allocator.DeviceAllocate((void**)&data, n * sizeof(T)));
        CubDebugExit(cudaMemcpy(data, values.data(), n * sizeof(T), cudaMemcpyHostToDevice));
    }
    explicit Array(size_t n) : Array(std::vector<T>(n)) {}
    Array(const Array&) = delete;
    ~Array() { CubDebugExit(allocator.DeviceFree(data)); }
    std::vector<T> get() const {
        std::vector<T> values(n);
        cudaMemcpy(values.data(), data, n * sizeof(T), cudaMemcpyDeviceToHost);
        return values;
    }
    bool begins_with(const std::vector<T>& expected) const {
        const std::vector<T> values = get();
        for (size_t i = 0; i < expected.size(); ++i)
            if (!(values[i] == expected[i])) return false;
        return true;
    }
    operator T*() const { return data; }
};

// The two calls: how much memory, and the work.
template <class Call>
void run(Call call) {
    void* storage = nullptr;
    size_t bytes = 0;
    CubDebugExit(call(storage, bytes));
    CubDebugExit(allocator.DeviceAllocate(&storage, bytes));
    CubDebugExit(call(storage, bytes));
    CubDebugExit(allocator.DeviceFree(storage));
}
#define RUN(function, ...) \
    run([&](void* storage, size_t& bytes) { return function(storage, bytes, __VA_ARGS__); })

constexpr int threads = 64, items = 2, tile = threads * items;

// The sum of all tiles so far, kept from tile to tile by every thread of the first warp.
struct RunningPrefix {
    int total;
    __device__ int operator()(int of_block) {
        const int before = total;
        total += of_block;
        return before;
    }
};

__global__ void of_a_block(const int* in, int* sums, int* sorted, int* striped, int* histogram,
                           int* heads) {
    using Scan = cub::BlockScan<int, threads>;
    using Sort = cub::BlockRadixSort<int, threads, items>;
    using Exchange = cub::BlockExchange<int, threads, items>;
    using Histogram = cub::BlockHistogram<unsigned char, threads, items, 8>;
    using Discontinuity = cub::BlockDiscontinuity<int, threads>;
    __shared__ union {
        typename Scan::TempStorage scan;
        typename Sort::TempStorage sort;
        typename Exchange::TempStorage exchange;
        typename Histogram::TempStorage histogram;
        typename Discontinuity::TempStorage discontinuity;
    } temp;
    __shared__ int bins[8];
    RunningPrefix prefix{1000};
    const int t = threadIdx.x;
    for (int begin = 0; begin < 2 * tile; begin += tile) {
        int mine[items];
        cub::LoadDirectBlocked(t, in + begin, mine);
        Scan(temp.scan).ExclusiveSum(mine, mine, prefix);
        cub::StoreDirectBlocked(t, sums + begin, mine);
        __syncthreads();
    }
    int keys[items], kept[items];
    cub::LoadDirectStriped<threads>(t, in, keys);
    Sort(temp.sort).SortDescending(keys);
    cub::StoreDirectBlocked(t, sorted, keys);
    __syncthreads();
    int flags[items];
    Discontinuity(temp.discontinuity).FlagHeads(flags, keys, cub::Inequality());
    cub::StoreDirectBlocked(t, heads, flags);
    __syncthreads();
    cub::LoadDirectBlocked(t, in, kept);
    Exchange(temp.exchange).BlockedToStriped(kept, kept);
    striped[t] = kept[0];
    __syncthreads();
    unsigned char small[items];
    for (int i = 0; i < items; ++i) small[i] = keys[i];
    Histogram(temp.histogram).Histogram(small, bins);
    __syncthreads();
    if (t < 8) histogram[t] = bins[t];
}

static void blocks() {
    std::vector<int> values(2 * tile), sums(2 * tile), count(8), descending;
    for (int i = 0, sum = 1000; i < 2 * tile; ++i) {
        values[i] = i * 5 % 8;
        sums[i] = sum;
        sum += values[i];
        if (i < tile) ++count[values[i]];
    }
    for (int value = 7; value >= 0; --value)
        descending.insert(descending.end(), count[value], value);
    Array<int> in(values), prefix(values.size()), sorted(tile), striped(threads), histogram(8),
        heads(tile);
    of_a_block<<<1, threads>>>(in, prefix, sorted, striped, histogram, heads);
    expect(prefix.begins_with(sums), "running prefix");
    expect(sorted.begins_with(descending), "sorted block");
    expect(striped.begins_with({values.begin(), values.begin() + threads}), "exchanged");
    expect(histogram.begins_with(count), "histogram of a block");
    int found = 0;
    for (const int flag : heads.get()) found += flag;
    expect(found == 8, "heads of runs");
}

struct IsOdd {
    __host__ __device__ bool operator()(int x) const { return x % 2; }
};
struct Square {
    __host__ __device__ int operator()(int x) const { return x * x; }
};
struct Farther {
    __host__ __device__ bool operator()(int a, int b) const { return a * a > b * b; }
};
using Best = cub::KeyValuePair<int, int>;

static void selecting() {
    const Array<int> in(std::vector<int>{3, 3, 4, 8, 8, 8, 5});
    const Array<char> flags(std::vector<char>{1, 0, 0, 1, 0, 1, 1});
    Array<int> out(7), count(2), lengths(7);
    RUN(cub::DeviceSelect::Flagged, in.data, flags.data, out.data, count.data, 7);
    expect(count.begins_with({4}) && out.begins_with({3, 8, 8, 5}), "flagged");
    RUN(cub::DeviceSelect::If, in.data, out.data, count.data, 7, IsOdd());
    expect(count.begins_with({3}) && out.begins_with({3, 3, 5}), "selected");
    RUN(cub::DeviceSelect::Unique, in.data, out.data, count.data, 7);
    expect(count.begins_with({4}) && out.begins_with({3, 4, 8, 5}), "unique");
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    RUN(cub::DeviceSelect::UniqueByKey, in.data, flags.data, out.data, lengths.data, count.data, 7,
        stream);
    cudaStreamSynchronize(stream);
    cudaStreamDestroy(stream);
    assert(count.begins_with({4}));
    expect(out.begins_with({3, 4, 8, 5}) && lengths.begins_with({1, 0, 1, 1}), "unique by key");
    RUN(cub::DevicePartition::If, in.data, out.data, count.data, 7, IsOdd());
    expect(count.begins_with({3}) && out.begins_with({3, 3, 5, 8, 8, 8, 4}), "partitioned");
    RUN(cub::DeviceRunLengthEncode::Encode, in.data, out.data, lengths.data, count.data, 7);
    expect(count.begins_with({4}) && lengths.begins_with({2, 1, 3, 1}), "runs");
    RUN(cub::DeviceRunLengthEncode::NonTrivialRuns, in.data, out.data, lengths.data, count.data, 7);
    expect(count.begins_with({2}) && out.begins_with({0, 3}) && lengths.begins_with({2, 3}),
           "longer runs");
    RUN(cub::DeviceReduce::ReduceByKey, in.data, out.data, cub::ConstantInputIterator<int>(1),
        lengths.data, count.data, cub::Sum(), 7);
    expect(out.begins_with({3, 4, 8, 5}) && lengths.begins_with({2, 1, 3, 1}), "reduced by key");
    Array<int> histogram(4);
    RUN(cub::DeviceHistogram::HistogramEven, in.data, histogram.data, 5, 0, 8, 7);
    expect(histogram.begins_with({0, 2, 2, 0}), "even histogram");
    const Array<float> levels(std::vector<float>{0, 3.5f, 4.5f, 100});
    RUN(cub::DeviceHistogram::HistogramRange, in.data, histogram.data, 4, levels.data, 7);
    expect(histogram.begins_with({2, 1, 4}), "histogram of ranges");
}

static void sums_and_bests() {
    const Array<int> in(std::vector<int>{4, -2, 7, 7, 0, 3}), keys({0, 0, 1, 1, 1, 2}),
        offsets({0, 2, 5, 6});
    Array<int> out(6);
    Array<Best> best(1);
    RUN(cub::DeviceReduce::ArgMax, in.data, best.data, 6);
    expect(best.begins_with({Best(2, 7)}), "largest");
    RUN(cub::DeviceReduce::ArgMin, in.data, best.data, 6);
    expect(best.begins_with({Best(1, -2)}), "smallest");
    RUN(cub::DeviceReduce::Sum, (cub::TransformInputIterator<int, Square, int*>(in.data, Square())),
        out.data, 6);
    expect(out.begins_with({16 + 4 + 49 + 49 + 9}), "sum of squares");
    RUN(cub::DeviceScan::InclusiveSumByKey, keys.data, in.data, out.data, 6);
    expect(out.begins_with({4, 2, 7, 14, 14, 3}), "sums by key");
    RUN(cub::DeviceScan::ExclusiveScanByKey, keys.data, in.data, out.data, cub::Max(), 5, 6);
    expect(out.begins_with({5, 5, 5, 7, 7, 5}), "largest so far by key");
    RUN(cub::DeviceSegmentedReduce::Sum, in.data, out.data, 3, offsets.data, offsets.data + 1);
    expect(out.begins_with({2, 14, 3}), "sums of segments");
    RUN(cub::DeviceScan::ExclusiveSum, cub::CountingInputIterator<int>(1), out.data, 6);
    expect(out.begins_with({0, 1, 3, 6, 10, 15}), "sums of a count");
}

static void sorting() {
    const std::vector<int> values = {5, -1, 3, 3, 9, 0};
    Array<int> keys(values), sorted(6), offsets({0, 3, 6});
    Array<double> of_keys({0, 1, 2, 3, 4, 5}), with_keys(6);
    RUN(cub::DeviceRadixSort::SortPairsDescending, keys.data, sorted.data, of_keys.data,
        with_keys.data, 6);
    expect(sorted.begins_with({9, 5, 3, 3, 0, -1}) && with_keys.begins_with({4, 0, 2, 3, 5, 1}),
           "pairs");
    RUN(cub::DeviceSegmentedSort::SortKeys, keys.data, sorted.data, 6, 2, offsets.data,
        offsets.data + 1);
    expect(sorted.begins_with({-1, 3, 5, 0, 3, 9}), "segments");
    cub::DoubleBuffer<int> buffers(keys.data, sorted.data);
    RUN(cub::DeviceRadixSort::SortKeys, buffers, 6);
    expect(buffers.Current() == sorted.data && sorted.begins_with({-1, 0, 3, 3, 5, 9}),
           "double buffer");
    RUN(cub::DeviceMergeSort::SortPairs, keys.data, of_keys.data, 6, Farther());
    expect(keys.begins_with({9, 5, 3, 3, -1, 0}) && of_keys.begins_with({4, 0, 2, 3, 1, 5}),
           "sorted by a functor");
}

int main() {
    blocks();
    selecting();
    sums_and_bests();
    sorting();
    if (failures == 0) std::puts("OK");
    return failures;
}
