// A first kernel that has shared memory and no other: nothing was allocated before it, no variable
// of the device exists. It once ended the simulator with a segmentation fault.
#include <cstdio>

__global__ void reverse() {
    __shared__ int s[64];
    s[threadIdx.x] = int(threadIdx.x);
    __syncthreads();
    const int mine = s[63 - threadIdx.x];
    if (threadIdx.x == 5 && mine == 58) printf("thread 5 has %d\n", mine);
}

int main() {
    reverse<<<2, 64>>>();
    const cudaError_t error = cudaDeviceSynchronize();
    printf("%s\n", error == cudaSuccess ? "OK" : cudaGetErrorString(error));
    return error != cudaSuccess;
}
