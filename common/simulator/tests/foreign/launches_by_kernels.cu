// Dynamic parallelism as tutorials have it: a sort that launches itself on both halves in streams
// of the device, nested greetings, a grid refined where it is rough, a parent that fills and copies
// by calls of the runtime, and a launch at the very end.
// NVCC: -rdc=true
#include <cstdio>

static int failures = 0;
static void expect(bool good, const char* what) {
    if (good) return;
    ++failures;
    std::printf("FAILED %s\n", what);
}

__device__ void selection_sort(int* data, int left, int right) {
    for (int i = left; i <= right; ++i) {
        int least = i;
        for (int j = i + 1; j <= right; ++j)
            if (data[j] < data[least]) least = j;
        const int kept = data[i];
        data[i] = data[least];
        data[least] = kept;
    }
}

__global__ void quicksort(int* data, int left, int right, int depth) {
    if (depth >= 12 || right - left <= 8) return selection_sort(data, left, right);
    const int pivot = data[(left + right) / 2];
    int i = left, j = right;
    while (i <= j) {
        while (data[i] < pivot) ++i;
        while (data[j] > pivot) --j;
        if (i <= j) {
            const int kept = data[i];
            data[i++] = data[j];
            data[j--] = kept;
        }
    }
    if (left < j) {
        cudaStream_t stream;
        cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
        quicksort<<<1, 1, 0, stream>>>(data, left, j, depth + 1);
        cudaStreamDestroy(stream);
    }
    if (i < right) {
        cudaStream_t stream;
        cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
        quicksort<<<1, 1, 0, stream>>>(data, i, right, depth + 1);
        cudaStreamDestroy(stream);
    }
}

__global__ void count_levels(int* levels, int depth) {
    atomicAdd(&levels[depth], 1);
    if (threadIdx.x == 0 && blockDim.x > 1)
        count_levels<<<gridDim.x, blockDim.x / 2>>>(levels, depth + 1);
}

template <class T>
__global__ void add_to(T* data, T value, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) data[i] += value;
}

struct Range {
    int begin, end;
};

__global__ void refine(float* values, const Range* ranges, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const Range range = ranges[i];
    const int length = range.end - range.begin;
    if (length > 0)
        add_to<float><<<(length + 31) / 32, 32>>>(values + range.begin, float(i + 1), length);
    if (cudaGetLastError() != cudaSuccess) std::printf("FAILED a launch by a kernel\n");
}

// Children of one block follow one another; what is launched for the end follows all.
__global__ void in_order(int* data, int n) {
    if (threadIdx.x != 0) return;
    const int first = data[0];
    cudaMemsetAsync(data, 0, n * sizeof(int), 0);
    add_to<<<(n + 63) / 64, 64, 0, cudaStreamTailLaunch>>>(data, first, n);
    add_to<<<(n + 63) / 64, 64>>>(data, 3, n);
    cudaMemcpyAsync(data + n, data, n * sizeof(int), cudaMemcpyDeviceToDevice, 0);
    add_to<<<(n + 63) / 64, 64>>>(data, 4, n);
}

// Memory that a parent allocates is its child's to fill and to free.
__global__ void fill_and_free(int* from, int* to) {
    for (int i = 0; i < 4; ++i) to[i] = from[i] + 1;
    cudaFree(from);
}
__global__ void allocate_for_child(int* to) {
    int* own = nullptr;
    if (cudaMalloc(&own, 4 * sizeof(int)) != cudaSuccess) return;
    for (int i = 0; i < 4; ++i) own[i] = 10 * i;
    fill_and_free<<<1, 1>>>(own, to);
}

int main() {
    const int n = 500;
    int* data;
    cudaMallocManaged(&data, 2 * n * sizeof(int));
    for (int i = 0; i < n; ++i) data[i] = i * 7919 % 1009;
    quicksort<<<1, 1>>>(data, 0, n - 1, 0);
    expect(cudaDeviceSynchronize() == cudaSuccess, "the sort");
    bool sorted = true;
    for (int i = 1; i < n; ++i) sorted &= data[i - 1] <= data[i];
    expect(sorted, "is a sort");

    for (int i = 0; i < 8; ++i) data[i] = 0;
    count_levels<<<2, 32>>>(data, 0);
    cudaDeviceSynchronize();
    // Each of two blocks launches two: four grids' worth of blocks on the next level, and so on.
    expect(data[0] == 64 && data[1] == 64 && data[2] == 64 && data[5] == 64, "levels");

    float* values;
    Range* ranges;
    cudaMallocManaged(&values, n * sizeof(float));
    cudaMallocManaged(&ranges, 4 * sizeof(Range));
    for (int i = 0; i < n; ++i) values[i] = 0;
    for (int i = 0; i < 4; ++i) ranges[i] = {100 * i, 100 * i + 25 * i};
    refine<<<2, 2>>>(values, ranges, 4);
    cudaDeviceSynchronize();
    expect(values[99] == 0 && values[100] == 2 && values[374] == 4 && values[375] == 0, "ranges");

    for (int i = 0; i < n; ++i) data[i] = 5;
    in_order<<<1, 32>>>(data, n / 2);
    cudaDeviceSynchronize();
    expect(data[0] == 12 && data[n / 2 - 1] == 12, "the launch for the end is the last");
    expect(data[n / 2] == 3 && data[n - 1] == 3, "the copy comes where it was asked for");


    allocate_for_child<<<1, 1>>>(data);
    cudaDeviceSynchronize();
    expect(data[0] == 1 && data[3] == 31, "memory of the parent");
    cudaFree(data);
    cudaFree(values);
    cudaFree(ranges);
    if (failures == 0) std::printf("OK\n");
    return failures;
}
