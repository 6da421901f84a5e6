// A persistent kernel. The host writes a task and then its number, the kernel writes the result and
// then the number of tasks done, each after a fence, until the host ends the loop.
#include <cuda_runtime.h>

#include <atomic>

struct Mailbox {
    int task, result;
    volatile int asked, answered;
};

__global__ void serve(Mailbox* box) {
    __shared__ int task;
    for (int number = 1;; ++number) {
        if (threadIdx.x == 0) {
            while (box->asked < number) {
            }
            __threadfence_system();
            task = box->task;
        }
        __syncthreads();
        if (task < 0) return;
        int sum = task;
        for (int offset = 16; offset > 0; offset /= 2) sum += __shfl_xor_sync(~0u, sum, offset);
        __syncthreads();
        if (threadIdx.x == 0) {
            box->result = sum;
            __threadfence_system();
            box->answered = number;
        }
    }
}

int main() {
    Mailbox* box;
    cudaHostAlloc(&box, sizeof(Mailbox), cudaHostAllocMapped);
    box->asked = box->answered = 0;
    serve<<<1, 32>>>(box);
    bool right = true;
    for (int number = 1; number <= 5; ++number) {
        box->task = number;
        std::atomic_thread_fence(std::memory_order_seq_cst);
        box->asked = number;
        while (box->answered < number) {
        }
        std::atomic_thread_fence(std::memory_order_seq_cst);
        right = right && box->result == 32 * 32 * number / 32;
    }
    box->task = -1;
    std::atomic_thread_fence(std::memory_order_seq_cst);
    box->asked = 6;
    cudaDeviceSynchronize();
    cudaFreeHost(box);
    return right ? 0 : 1;
}
