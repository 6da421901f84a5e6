// A divisor of 0. On a device the thread goes on, with all bits of quotient and remainder set.
// SAYS: A device does not stop at it
#include <cuda_runtime.h>

#include <climits>
#include <cstdio>

struct Results {
    int quotient, remainder, smallest;
    unsigned long long wide;
    short narrow;
};

__global__ void divide(Results* results, int zero, int minus_one, const int* zeros) {
    results->quotient = 7 / zero;                           // EXPECT crash warning
    results->remainder = 7 % zeros[1];                      // MAY crash warning
    results->wide = 7ull / (unsigned long long)zeros[2];    // MAY crash warning
    results->smallest = INT_MIN / minus_one;                // MAY crash warning
    results->narrow = (short)((short)7 / (short)zeros[3]);  // MAY crash warning
}

int main() {
    Results *results, host;
    int* zeros;
    cudaMalloc(&results, sizeof(Results));
    cudaMalloc(&zeros, 4 * sizeof(int));
    cudaMemset(results, 0, sizeof(Results));
    cudaMemset(zeros, 0, 4 * sizeof(int));
    divide<<<1, 1>>>(results, 0, -1, zeros);
    cudaMemcpy(&host, results, sizeof(Results), cudaMemcpyDeviceToHost);
    const bool as_on_a_device = host.quotient == -1 && host.remainder == -1 && host.wide == ~0ull &&
                                host.smallest == INT_MIN && host.narrow == -1;
    cudaFree(zeros);
    cudaFree(results);
    return as_on_a_device ? 0 : 1;
}
