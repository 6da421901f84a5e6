// A single-producer single-consumer ring between two blocks; the class is shared with the host.
#include <cstdio>
#include <cuda/atomic>
#include <cuda/std/atomic>
#include <new>
template <class T, unsigned N>
class Ring {
    alignas(64) cuda::atomic<unsigned, cuda::thread_scope_system> head{0};
    alignas(64) cuda::atomic<unsigned, cuda::thread_scope_system> tail{0};
    T items[N];

  public:
    __host__ __device__ bool push(const T& x) {
        unsigned h = head.load(cuda::memory_order_relaxed);
        if (h - tail.load(cuda::memory_order_acquire) == N) return false;
        items[h % N] = x;
        head.store(h + 1, cuda::memory_order_release);
        return true;
    }
    __host__ __device__ bool pop(T& x) {
        unsigned t = tail.load(cuda::memory_order_relaxed);
        if (t == head.load(cuda::memory_order_acquire)) return false;
        x = items[t % N];
        tail.store(t + 1, cuda::memory_order_release);
        return true;
    }
};
struct Message {
    int key;
    float weight;
};
using Queue = Ring<Message, 8>;
__global__ void run(Queue* q, int n, float* sum) {
    if (blockIdx.x == 0) {
        for (int i = 0; i < n; ++i)
            while (!q->push({i, i * 0.5f}))
                ;
    } else {
        float s = 0;
        for (int i = 0; i < n; ++i) {
            Message m;
            while (!q->pop(m)) __nanosleep(10);
            if (m.key == i) s += m.weight;
        }
        *sum = s;
    }
}
int main() {
    Queue* q;
    float* s;
    cudaMallocManaged(&q, sizeof *q);
    new (q) Queue;
    cudaMallocManaged(&s, sizeof *s);
    run<<<2, 1>>>(q, 100, s);
    cudaDeviceSynchronize();
    puts(*s == 2475.f ? "OK" : "wrong");
    cudaFree(q);
    cudaFree(s);
}
