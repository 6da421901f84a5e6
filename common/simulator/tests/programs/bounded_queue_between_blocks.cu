// A bounded queue between producing and consuming blocks: each cell has a sequence number that says
// whose turn it is. And a counting semaphore, which lets two blocks at a time into a section.
#include <cstdio>
#include <cuda/atomic>
#include <cuda/semaphore>
#include <new>

using Number = cuda::atomic<unsigned, cuda::thread_scope_device>;
using Semaphore = cuda::counting_semaphore<cuda::thread_scope_device, 2>;

struct Cell {
    Number turn;
    int value;
};

struct Queue {
    static constexpr unsigned room = 16;
    Cell cells[room];
    Number head, tail;

    __device__ Queue() : head(0), tail(0) {
        for (unsigned i = 0; i < room; ++i) cells[i].turn.store(i, cuda::memory_order_relaxed);
    }

    __device__ bool push(int value) {
        unsigned at = tail.load(cuda::memory_order_relaxed);
        while (true) {
            Cell& cell = cells[at % room];
            const int ahead = int(cell.turn.load(cuda::memory_order_acquire) - at);
            if (ahead < 0) return false;
            if (ahead > 0) {
                at = tail.load(cuda::memory_order_relaxed);
            } else if (tail.compare_exchange_weak(at, at + 1, cuda::memory_order_relaxed)) {
                cell.value = value;
                cell.turn.store(at + 1, cuda::memory_order_release);
                return true;
            }
        }
    }

    __device__ bool pop(int& value) {
        unsigned at = head.load(cuda::memory_order_relaxed);
        while (true) {
            Cell& cell = cells[at % room];
            const int ahead = int(cell.turn.load(cuda::memory_order_acquire) - (at + 1));
            if (ahead < 0) return false;
            if (ahead > 0) {
                at = head.load(cuda::memory_order_relaxed);
            } else if (head.compare_exchange_weak(at, at + 1, cuda::memory_order_relaxed)) {
                value = cell.value;
                cell.turn.store(at + room, cuda::memory_order_release);
                return true;
            }
        }
    }
};

__global__ void make(Queue* queue) {
    new (queue) Queue;
}

// Even blocks produce, odd ones consume until nothing is left to come.
__global__ void hand_over(Queue* queue, int each, unsigned long long* sum, int* left) {
    if (blockIdx.x % 2 == 0) {
        for (int i = 0; i < each; ++i)
            while (!queue->push(1000 * blockIdx.x + i)) __nanosleep(20);
        return;
    }
    while (atomicAdd(left, 0) > 0) {
        int value;
        if (!queue->pop(value)) continue;
        atomicAdd(sum, static_cast<unsigned long long>(value));
        atomicSub(left, 1);
    }
}

__device__ int inside, most_inside;

__global__ void enter(Semaphore* gate) {
    if (threadIdx.x != 0) return;
    gate->acquire();
    atomicMax(&most_inside, atomicAdd(&inside, 1) + 1);
    __nanosleep(100);
    atomicSub(&inside, 1);
    gate->release();
}

int main() {
    constexpr int each = 50;
    Queue* queue;
    unsigned long long *sum, expected = 0;
    int *left, most;
    Semaphore* gate;
    cudaMalloc(&queue, sizeof *queue);
    cudaMallocManaged(&sum, sizeof *sum);
    cudaMallocManaged(&left, sizeof *left);
    cudaMallocManaged(&gate, sizeof *gate);
    *sum = 0;
    *left = 2 * each;
    new (gate) Semaphore(2);
    make<<<1, 1>>>(queue);
    hand_over<<<4, 1>>>(queue, each, sum, left);
    enter<<<6, 32>>>(gate);
    cudaDeviceSynchronize();
    for (const int block : {0, 2})
        for (int i = 0; i < each; ++i) expected += 1000 * block + i;
    cudaMemcpyFromSymbol(&most, most_inside, sizeof most);
    const bool is_right = *sum == expected && most >= 1 && most <= 2;
    std::printf("%s\n", is_right ? "OK" : "wrong");
    cudaFree(queue);
    cudaFree(sum);
    cudaFree(left);
    cudaFree(gate);
    return is_right ? 0 : 1;
}
