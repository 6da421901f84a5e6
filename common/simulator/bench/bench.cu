// Measures what checking every access costs; run by `grade bench`. Each case runs in a new process,
// so that pages, shadow and caches are cold, as when a submission is graded. Without arguments, all
// cases run. Prints a table in CSV. For each run of a case: its size, its accesses, the processor
// time of the launches, the accesses per second of that time, and the time and peak memory of the
// whole process. With the name of a case, prints the first five of these for one run; with a size
// too, also a sum over the result. numba_bench.py has the same programs, and hip_cpu_bench.py
// compiles this file for HIP-CPU, whose warps have 64 lanes.
#include <cuda_runtime.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <vector>

namespace {

constexpr int runs = 3;  // in the first, a virtual machine may have to fetch its memory

double processor_seconds() {
    timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return t.tv_sec + 1e-9 * t.tv_nsec;
}

// One thread per row; A is column-major, as in lab 02.
__global__ void gather(int n, int m, float* y, const float* A, const float* x) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float sum = 0;
    for (int j = 0; j < m; ++j) sum += A[i + static_cast<size_t>(j) * n] * x[j];
    y[i] = sum;
}

// One block per row, as in lab 04.
__global__ void reduce(int n, int m, float* y, const float* A, const float* x) {
    __shared__ float Q[256];
    const int i = blockIdx.x, t = threadIdx.x;
    float sum = 0;
    for (int j = t; j < m; j += blockDim.x) sum += A[i + static_cast<size_t>(j) * n] * x[j];
    Q[t] = sum;
    __syncthreads();
    for (int stride = blockDim.x / 2; stride > 0; stride /= 2) {
        if (t < stride) Q[t] += Q[t + stride];
        __syncthreads();
    }
    if (t == 0) y[i] = Q[0];
}

// Nearly every access races: one thread per column, all of which add to y.
__global__ void racing_scatter(int n, int m, float* y, const float* A, const float* x) {
    const int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (j >= m) return;
    for (int i = 0; i < n; ++i) y[i] += A[i + static_cast<size_t>(j) * n] * x[j];
}

__global__ void atomic_scatter(int n, int m, float* y, const float* A, const float* x) {
    const int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (j >= m) return;
    for (int i = 0; i < n; ++i) atomicAdd(&y[i], A[i + static_cast<size_t>(j) * n] * x[j]);
}

__global__ void sum_bytes(int n, int m, float* y, const float* A, const float*) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const auto* bytes = reinterpret_cast<const unsigned char*>(A);
    int sum = 0;
    for (int j = 0; j < m; ++j) sum += bytes[i + static_cast<size_t>(j) * n];
    y[i] = static_cast<float>(sum);
}

constexpr int tile = 16;

// y = A * A by tiles, with tile x tile threads per block.
__global__ void multiply_tiles(int n, float* y, const float* A) {
    __shared__ float P[tile][tile], Q[tile][tile];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int column = blockIdx.x * tile + tx, row = blockIdx.y * tile + ty;
    float sum = 0;
    for (int k = 0; k < n; k += tile) {
        P[ty][tx] = A[static_cast<size_t>(row) * n + k + tx];
        Q[ty][tx] = A[static_cast<size_t>(k + ty) * n + column];
        __syncthreads();
        for (int i = 0; i < tile; ++i) sum += P[ty][i] * Q[i][tx];
        __syncthreads();
    }
    y[static_cast<size_t>(row) * n + column] = sum;
}

constexpr int degree = 8;

// One level of a breadth-first traversal of a graph, with one thread for each vertex of the front.
__global__ void visit_level(int size, const int* front, int* next, int* found, int depth,
                            int* level, const int* edges) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= size) return;
    const int v = front[i];
    for (int k = 0; k < degree; ++k) {
        const int w = edges[v * degree + k];
        if (atomicCAS(&level[w], -1, depth) == -1) next[atomicAdd(found, 1)] = w;
    }
}

// Sums groups of 1024 elements, within a warp by shuffles.
__global__ void sum_by_warps(int n, float* y, const float* A) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = i < n ? A[i] : 0;
    for (int step = warpSize / 2; step > 0; step /= 2) sum += __shfl_down_sync(~0u, sum, step);
    if (threadIdx.x % warpSize == 0) atomicAdd(&y[i / 1024], sum);
}

struct Measured {
    double accesses;  // loads, stores and atomics of the kernels
    double seconds;
    double result;  // see sum_of()
};

template <class T>
T* allocate(size_t n) {
    void* memory;
    cudaMalloc(&memory, n * sizeof(T));
    return static_cast<T*>(memory);
}

template <class T>
T* on_device(const std::vector<T>& values) {
    T* const memory = allocate<T>(values.size());
    cudaMemcpy(memory, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice);
    return memory;
}

/// An element at another place gives another sum. All results are integers, so the sum is exact.
template <class T>
double sum_of(const T* memory, size_t n) {
    std::vector<T> values(n);
    cudaMemcpy(values.data(), memory, n * sizeof(T), cudaMemcpyDeviceToHost);
    double sum = 0;
    for (size_t i = 0; i < n; ++i) sum += static_cast<double>(i % 64 + 1) * values[i];
    return sum;
}

/// A kernel on a matrix of side x side, and on x and y of that length. The kernel is a constant, so
/// that a compiler may inline it.
template <void (*kernel)(int, int, float*, const float*, const float*)>
Measured run_on_vectors(int side, int blocks, double accesses) {
    float* const d_A = on_device(std::vector<float>(side * static_cast<size_t>(side), 1.0f));
    float* const d_x = on_device(std::vector<float>(side, 2.0f));
    float* const d_y = on_device(std::vector<float>(side));
    const double begin = processor_seconds();
    kernel<<<blocks, 256>>>(side, side, d_y, d_A, d_x);
    cudaDeviceSynchronize();
    const double seconds = processor_seconds() - begin;
    const double result = sum_of(d_y, side);
    for (float* const memory : {d_A, d_x, d_y}) cudaFree(memory);
    return {accesses, seconds, result};
}

double square(int side) {
    return double(side) * side;
}
int blocks_over(int count) {
    return (count + 255) / 256;
}

Measured run_gather(int side) {
    return run_on_vectors<gather>(side, blocks_over(side), 2 * square(side) + side);
}
Measured run_reduction(int side) {
    return run_on_vectors<reduce>(side, side, 2 * square(side) + side * (256 + 3 * 255 + 2.0));
}
Measured run_atomic_scatter(int side) {
    return run_on_vectors<atomic_scatter>(side, blocks_over(side), 3 * square(side));
}
Measured run_racing_scatter(int side) {
    return run_on_vectors<racing_scatter>(side, blocks_over(side), 4 * square(side));
}
Measured run_bytes(int side) {
    return run_on_vectors<sum_bytes>(side, blocks_over(side), square(side) + side);
}

Measured run_tiles(int side) {
    const size_t elements = side * static_cast<size_t>(side);
    float* const d_A = on_device(std::vector<float>(elements, 1.0f));
    float* const d_y = allocate<float>(elements);
    const dim3 blocks(side / tile, side / tile), threads(tile, tile);
    const double begin = processor_seconds();
    multiply_tiles<<<blocks, threads>>>(side, d_y, d_A);
    cudaDeviceSynchronize();
    const double seconds = processor_seconds() - begin;
    const double result = sum_of(d_y, elements);
    cudaFree(d_A);
    cudaFree(d_y);
    const double for_each_tile = 4 + 2 * tile;
    return {square(side) * (double(side) / tile * for_each_tile + 1), seconds, result};
}

// A graph of `n` vertices, with edges to targets from a multiplicative hash.
Measured run_levels(int n) {
    std::vector<int> edges(static_cast<size_t>(n) * degree), level(n, -1);
    for (size_t i = 0; i < edges.size(); ++i)
        edges[i] = static_cast<int>((i + 1) * 2654435761u % 4294967291u % n);
    level[0] = 0;
    int *const d_edges = on_device(edges), *const d_level = on_device(level);
    int* const d_found = allocate<int>(1);
    int *front = allocate<int>(n), *next = allocate<int>(n);
    cudaMemset(front, 0, sizeof(int));
    const double begin = processor_seconds();
    double visited = 0;
    for (int size = 1, depth = 1; size > 0; ++depth) {
        visited += size;
        cudaMemset(d_found, 0, sizeof(int));
        visit_level<<<blocks_over(size), 256>>>(size, front, next, d_found, depth, d_level,
                                                d_edges);
        cudaMemcpy(&size, d_found, sizeof(int), cudaMemcpyDeviceToHost);
        std::swap(front, next);
    }
    const double seconds = processor_seconds() - begin;
    const double result = sum_of(d_level, n);
    for (int* const memory : {d_edges, d_level, d_found, front, next}) cudaFree(memory);
    return {visited * (2 * degree + 3), seconds, result};
}

Measured run_warps(int n) {
    const int sums = (n + 1023) / 1024;
    float* const d_A = on_device(std::vector<float>(n, 1.0f));
    float* const d_y = on_device(std::vector<float>(sums));
    const double begin = processor_seconds();
    sum_by_warps<<<blocks_over(n), 256>>>(n, d_y, d_A);
    cudaDeviceSynchronize();
    const double seconds = processor_seconds() - begin;
    const double result = sum_of(d_y, sums);
    cudaFree(d_A);
    cudaFree(d_y);
    return {n + n / 32.0, seconds, result};
}

// Host code, as in lab 01: each element of A is read, and y is read and written.
Measured run_host(int side) {
    const auto n = static_cast<size_t>(side);
    const std::vector<float> A(n * n, 1.0f), x(n, 1.0f);
    std::vector<float> y(n);
    const float *const a = A.data(), *const b = x.data();
    float* const sums = y.data();
    const double begin = processor_seconds();
    for (size_t j = 0; j < n; ++j)
        for (size_t i = 0; i < n; ++i) sums[i] += a[i + j * n] * b[j];
    return {4 * square(side), processor_seconds() - begin, 0};
}

struct Case {
    const char* name;
    Measured (*run)(int size);
    int size;
};

const Case cases[] = {
    {"gather", run_gather, 4096},
    {"block reduction", run_reduction, 4096},
    {"atomic scatter", run_atomic_scatter, 4096},
    {"racing scatter", run_racing_scatter, 4096},
    {"bytes", run_bytes, 4096},
    {"tile product", run_tiles, 256},
    {"graph traversal", run_levels, 1 << 17},
    {"sums by warps", run_warps, 1 << 20},
};

// Only where it is asked for by name: no case of the simulated device.
const Case host_case{"host code", run_host, 4096};

Measured run(const Case& c, int size) {
    const auto measured = c.run(size);
    std::printf("%s,%d,%.0f,%.4f,%.1f", c.name, size, measured.accesses, measured.seconds,
                measured.accesses / measured.seconds / 1e6);
    return measured;
}

void run_alone(const char* program, const Case& c) {
    const pid_t child = fork();
    if (child == 0) {
        std::freopen("/dev/null", "w", stderr);  // findings are not measured
        execl(program, program, c.name, nullptr);
        _exit(127);
    }
    int status;
    rusage used;
    wait4(child, &status, 0, &used);
    const auto seconds = [](const timeval& t) { return t.tv_sec + 1e-6 * t.tv_usec; };
    std::printf(",%.2f,%ld\n", seconds(used.ru_utime) + seconds(used.ru_stime),
                used.ru_maxrss / 1024);
    std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
    if (argc > 1) {
        std::vector<Case> known(std::begin(cases), std::end(cases));
        known.push_back(host_case);
        const auto c = std::find_if(known.begin(), known.end(), [&](const Case& one) {
            return std::strcmp(one.name, argv[1]) == 0;
        });
        if (c != known.end()) {
            const auto measured = run(*c, argc > 2 ? std::max(tile, std::atoi(argv[2])) : c->size);
            if (argc > 2) std::printf(",%.0f", measured.result);
            std::fflush(stdout);
            return 0;
        }
        std::fprintf(stderr, "no case is called %s\n", argv[1]);
        return 2;
    }
    std::printf("case,size,accesses,launch_s,million_a_second,process_s,peak_mib\n");
    std::fflush(stdout);
    for (const Case& c : cases)
        for (int run = 0; run < runs; ++run) run_alone("/proc/self/exe", c);
    return 0;
}
