// A node is announced by a pointer that is stored and loaded without an order.
// NEAR-MISS: argument
#include <cuda/atomic>

struct Node {
    int value;
};

__device__ Node pool[8];
__device__ Node* head;

__global__ void hand_over(int* out, bool fixed) {
    cuda::atomic_ref<Node*, cuda::thread_scope_device> shared(head);
    if (blockIdx.x == 0) {
        pool[3].value = 42;  // OTHER race
        shared.store(&pool[3], fixed ? cuda::memory_order_release : cuda::memory_order_relaxed);
        return;
    }
    Node* node;
    while (!(node = shared.load(fixed ? cuda::memory_order_acquire : cuda::memory_order_relaxed)))
        ;
    *out = node->value;  // EXPECT race
}

int main(int argc, char**) {
    int* out;
    cudaMalloc(&out, sizeof(int));
    hand_over<<<2, 1>>>(out, argc > 1);
    cudaDeviceSynchronize();
    cudaFree(out);
}
