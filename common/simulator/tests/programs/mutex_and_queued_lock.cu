// A mutex class and a queued lock (MCS); each protects a plain counter.
#include <cstdio>
#include <cuda/atomic>
class Mutex {
    cuda::atomic<int, cuda::thread_scope_device> locked{0};

  public:
    __device__ void lock() {
        int e = 0;
        while (!locked.compare_exchange_strong(e, 1, cuda::memory_order_acquire,
                                               cuda::memory_order_relaxed)) {
            e = 0;
            __nanosleep(100);
        }
    }
    __device__ void unlock() { locked.store(0, cuda::memory_order_release); }
};
struct Guard {
    Mutex& m;
    __device__ explicit Guard(Mutex& mu) : m(mu) { m.lock(); }
    __device__ ~Guard() { m.unlock(); }
    Guard(const Guard&) = delete;
};
__device__ Mutex mutex;
__device__ long protected_count;
__global__ void by_mutex() {
    Guard g(mutex);
    protected_count += 1;
}

struct Node {
    cuda::atomic<Node*, cuda::thread_scope_device> next;
    cuda::atomic<bool, cuda::thread_scope_device> wait;
};
__device__ cuda::atomic<Node*, cuda::thread_scope_device> tail;
__device__ int mcs_count;
__global__ void by_mcs(Node* nodes) {
    Node* me = &nodes[blockIdx.x * blockDim.x + threadIdx.x];
    me->next.store(nullptr, cuda::memory_order_relaxed);
    me->wait.store(true, cuda::memory_order_relaxed);
    Node* before = tail.exchange(me, cuda::memory_order_acq_rel);
    if (before) {
        before->next.store(me, cuda::memory_order_release);
        while (me->wait.load(cuda::memory_order_acquire))
            ;
    }
    ++mcs_count;
    Node* next = me->next.load(cuda::memory_order_acquire);
    if (!next) {
        Node* expected = me;
        if (tail.compare_exchange_strong(expected, nullptr, cuda::memory_order_release,
                                         cuda::memory_order_relaxed))
            return;
        while (!(next = me->next.load(cuda::memory_order_acquire)))
            ;
    }
    next->wait.store(false, cuda::memory_order_release);
}
int main() {
    Node* nodes;
    cudaMalloc(&nodes, 96 * sizeof(Node));
    cudaMemset(nodes, 0, 96 * sizeof(Node));
    by_mutex<<<3, 40>>>();
    by_mcs<<<3, 32>>>(nodes);
    long c;
    int m;
    cudaMemcpyFromSymbol(&c, protected_count, sizeof c);
    cudaMemcpyFromSymbol(&m, mcs_count, sizeof m);
    puts(c == 120 && m == 96 && cudaDeviceSynchronize() == cudaSuccess ? "OK" : "wrong");
    cudaFree(nodes);
}
