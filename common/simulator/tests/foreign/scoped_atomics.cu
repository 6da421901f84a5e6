// libcu++ in kernels: atomic_ref on plain memory, atomics in shared and managed memory at every scope,
// message passing by release and acquire, a spin lock, cuda::std types.
#include <cuda/atomic>
#include <cuda/std/array>
#include <cuda/std/limits>
#include <cuda/std/type_traits>
#include <cuda/std/utility>
#include <cstdio>

template <typename T>
using device_ref = cuda::atomic_ref<T, cuda::thread_scope_device>;

__global__ void histogram(const unsigned char *text, int n, int *bins) {
    __shared__ cuda::atomic<int, cuda::thread_scope_block> local[26];
    for (int i = threadIdx.x; i < 26; i += blockDim.x) local[i].store(0, cuda::memory_order_relaxed);
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        local[text[i] - 'a'].fetch_add(1, cuda::memory_order_relaxed);
    __syncthreads();
    for (int i = threadIdx.x; i < 26; i += blockDim.x) device_ref<int>(bins[i]) += local[i].load(cuda::memory_order_relaxed);
}

struct Mailbox {
    int payload[4];
    int ready;
};
// Block 0 sends, block 1 polls: the payload itself is plain.
__global__ void send_and_receive(Mailbox *box, int *out) {
    device_ref<int> flag(box->ready);
    if (blockIdx.x == 0) {
        for (int i = 0; i < 4; i++) box->payload[i] = 10 + i;
        flag.store(1, cuda::std::memory_order_release);
    } else {
        while (flag.load(cuda::memory_order_acquire) == 0) {}
        for (int i = 0; i < 4; i++) out[i] = box->payload[i];
    }
}
__global__ void with_fences(Mailbox *box, int *out) {
    device_ref<int> flag(box->ready);
    if (blockIdx.x == gridDim.x - 1) {
        box->payload[0] = 99;
        cuda::atomic_thread_fence(cuda::memory_order_release, cuda::thread_scope_device);
        flag.store(2, cuda::memory_order_relaxed);
    } else {
        flag.wait(1);
        cuda::atomic_thread_fence(cuda::memory_order_acquire, cuda::thread_scope_device);
        *out = box->payload[0];
    }
}

class spin_lock {
    cuda::atomic<bool, cuda::thread_scope_device> taken;

  public:
    __host__ __device__ constexpr spin_lock() : taken(false) {}
    __device__ void acquire() {
        bool expected = false;
        while (!taken.compare_exchange_weak(expected, true, cuda::memory_order_acquire, cuda::memory_order_relaxed)) expected = false;
    }
    __device__ void release() { taken.store(false, cuda::memory_order_release); }
};
__device__ spin_lock lock;

__global__ void extremes(const float *x, int n, float *lowest, long long *sum, unsigned *mask, int *count) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    device_ref<float>(*lowest).fetch_min(x[i]);
    device_ref<long long>(*sum).fetch_sub((long long)i << 20);
    cuda::atomic_ref<unsigned> bits(*mask);
    bits ^= 1u << i % 32;
    bits.fetch_or(1u << 31);
    if (i % 16 == 0) {
        lock.acquire();
        ++*count;
        lock.release();
    }
}

__global__ void vocabulary(int *out) {
    cuda::std::array<int, 4> a = {3, 1, 4, 1};
    int sum = 0;
    for (int v : a) sum += v;
    const auto pair = cuda::std::make_pair(sum, 2.5);
    static_assert(cuda::std::is_same_v<decltype(pair.second), double>);
    cuda::std::swap(a[0], a[2]);
    out[0] = pair.first + a[0];
    out[1] = cuda::std::numeric_limits<int>::max() == 2147483647;
}

int main() {
    const int n = 600;
    unsigned char *text;
    int *bins, *out, *count, letters[26] = {};
    cudaMallocManaged(&text, n);
    cudaMallocManaged(&bins, 26 * sizeof(int));
    cudaMallocManaged(&out, 4 * sizeof(int));
    cudaMallocManaged(&count, sizeof(int));
    for (int i = 0; i < n; i++) text[i] = 'a' + i * i % 26, letters[i * i % 26]++;
    for (int i = 0; i < 26; i++) bins[i] = 0;
    histogram<<<3, 64>>>(text, n, bins);
    cudaDeviceSynchronize();
    bool ok = true;
    for (int i = 0; i < 26; i++) ok = ok && bins[i] == letters[i];

    Mailbox *box;
    cudaMalloc(&box, sizeof *box);
    cudaMemset(box, 0, sizeof *box);
    send_and_receive<<<2, 1>>>(box, out);
    cudaDeviceSynchronize();
    for (int i = 0; i < 4; i++) ok = ok && out[i] == 10 + i;
    with_fences<<<2, 1>>>(box, out);
    cudaDeviceSynchronize();
    ok = ok && out[0] == 99;

    float *x, *lowest;
    long long *sum;
    unsigned *mask;
    cudaMallocManaged(&x, n * sizeof(float));
    cudaMallocManaged(&lowest, sizeof(float));
    cudaMallocManaged(&sum, sizeof *sum);
    cudaMallocManaged(&mask, sizeof *mask);
    for (int i = 0; i < n; i++) x[i] = (i * 7 % 100) - 30.5f;
    *lowest = 1e9f, *sum = 0, *mask = 0, *count = 0;
    extremes<<<5, 128>>>(x, n, lowest, sum, mask, count);
    ok = ok && cudaDeviceSynchronize() == cudaSuccess;
    ok = ok && *lowest == -30.5f && *sum == -((long long)n * (n - 1) / 2 << 20) && *count == (n + 15) / 16 && *mask >> 31;
    vocabulary<<<1, 1>>>(out);
    cudaDeviceSynchronize();
    ok = ok && out[0] == 9 + 4 && out[1] == 1;
    for (void *p : {(void *)text, (void *)bins, (void *)out, (void *)count, (void *)box, (void *)x, (void *)lowest, (void *)sum, (void *)mask}) cudaFree(p);
    puts(ok ? "OK" : "FAILED");
    return !ok;
}
