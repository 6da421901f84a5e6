// printf with every sort of argument, asserts that hold, a clock.
#include <cassert>
#include <cstdio>
__global__ void k(const char* unused, long long big, double d) {
    assert(blockDim.x == 2 && "two threads");
    if (threadIdx.x == 0) {
        int n = printf("%d %5.2f %s %lld %x %c %% %08.3e %p\n", -1, d, "text", big, 255u, 'z', d,
                       (void*)nullptr);
        assert(n == 8);
    }
    long long t0 = clock64();
    unsigned c = clock();
    unsigned long long g = clock64();
    assert(clock64() >= t0 && c == c && g >= 0);
    __nanosleep(100);
    __threadfence_system();
}
int main() {
    k<<<1, 2>>>("", 1ll << 40, 3.14159);
    puts(cudaDeviceSynchronize() == cudaSuccess ? "OK" : "wrong");
}
