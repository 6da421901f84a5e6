// Everything that ends in a popcount, with arguments that no compiler can fold.
#include <bit>
#include <bitset>
#include <cstdint>
#include <cstdio>

__global__ void bits(int n, const unsigned* a, const unsigned long long* b, int* counts) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned below = __ballot_sync(__activemask(), a[i] & 1) & ((1u << (threadIdx.x % 32)) - 1);
    counts[i] = __popc(a[i]) + __popcll(b[i]) + __popc(below) + __clzll(b[i]) + __ffsll(b[i]);
}

void host(std::uint64_t x, unsigned y) {
    std::bitset<200> set(x);
    std::printf("%d %d %d %d\n", std::popcount(x), std::has_single_bit(y), std::countl_zero(x),
                static_cast<int>(set.count()));
    std::printf("%d %d %d\n", __builtin_popcountll(x), __builtin_parity(y), __builtin_ctz(y));
}
