// A semaphore whose scope is a block guards a sum that several blocks change.
// NEAR-MISS: argument
#include <cuda/semaphore>
#include <new>

__device__ int total;

template <cuda::thread_scope scope>
__global__ void add(cuda::counting_semaphore<scope, 1>* turn) {
    turn->acquire();  // EXPECT race // OTHER race
    total += 1;  // EXPECT race // OTHER race
    turn->release();  // EXPECT race // OTHER race
}

template <cuda::thread_scope scope>
void run() {
    cuda::counting_semaphore<scope, 1>* turn;
    cudaMallocManaged(&turn, sizeof *turn);
    new (turn) cuda::counting_semaphore<scope, 1>(1);
    add<scope><<<4, 1>>>(turn);
    cudaDeviceSynchronize();
    cudaFree(turn);
}

int main(int argc, char**) {
    if (argc > 1)
        run<cuda::thread_scope_device>();
    else
        run<cuda::thread_scope_block>();
}
