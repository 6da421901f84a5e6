// A mutex that is released by a relaxed store: the next owner may see the old count.
#include <cstdio>
#include <cuda/atomic>

class Mutex {
    cuda::atomic<int, cuda::thread_scope_device> locked{0};

  public:
    __device__ void lock() {
        int free = 0;
        while (!locked.compare_exchange_strong(free, 1, cuda::memory_order_acquire,
                                               cuda::memory_order_relaxed)) {
            free = 0;
            __nanosleep(100);
        }
    }
    __device__ void unlock() { locked.store(0, cuda::memory_order_relaxed); }
};

struct Guard {
    Mutex& mutex;
    __device__ explicit Guard(Mutex& m) : mutex(m) { mutex.lock(); }
    __device__ ~Guard() { mutex.unlock(); }
    Guard(const Guard&) = delete;
};

__device__ Mutex mutex;
__device__ long protected_count;

__global__ void count() {
    Guard guard(mutex);
    protected_count += 1;  // EXPECT race // OTHER race
}

int main() {
    long result;
    count<<<3, 40>>>();
    cudaMemcpyFromSymbol(&result, protected_count, sizeof result);
    std::printf("%ld\n", result);
}
