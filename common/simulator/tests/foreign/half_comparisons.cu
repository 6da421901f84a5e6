// Half precision where numbers are missing: comparisons with a NaN, masks, maxima that keep it, and
// the sums that saturate, in pairs and in complex products.
#include <cuda_fp16.h>

#include <cstdio>

__global__ void compare(bool* right) {
    const half missing = __ushort_as_half(0x7fff);
    const half one = __float2half(1.0f), two = __float2half(2.0f);
    right[0] = !__hne(missing, one) && __hneu(missing, one) && missing != one && __hne(one, two);
    right[1] = !__hlt(missing, one) && !__hgt(missing, one) && !__heq(missing, missing);
    right[2] = __hltu(missing, one) && __hequ(missing, missing) && !__hgtu(one, two);
    const half2 a(one, missing), b(two, one);
    right[3] = __hlt2_mask(a, b) == 0xffff && __hltu2_mask(a, b) == 0xffffffff;
    right[4] = __hbltu2(a, b) && !__hblt2(a, b) && __high2float(__hisnan2(a)) == 1;
    right[5] = __hisnan(__hmax_nan(missing, one)) && !__hisnan(__hmax(missing, one));
    const half2 product = __hcmadd(half2(one, two), half2(two, one), half2(one, one));
    right[6] = __low2float(product) == 1 && __high2float(product) == 6;
    right[7] = float(__hfma_sat(two, two, one)) == 1 && float(__hfma_relu(two, -two, one)) == 0;
    right[8] = __half2uchar_rz(-two) == 0 && __half2short_rn(__float2half(2.5f)) == 2 &&
               __half2ll_rd(__float2half(-2.5f)) == -3;
}

int main() {
    constexpr int TESTS = 9;
    bool* right;
    cudaMallocManaged(&right, TESTS);
    compare<<<1, 1>>>(right);
    cudaDeviceSynchronize();
    bool all = true;
    for (int i = 0; i < TESTS; ++i) {
        if (!right[i]) std::printf("test %d failed\n", i);
        all = all && right[i];
    }
    cudaFree(right);
    std::puts(all ? "OK" : "FAILED");
    return all ? 0 : 1;
}
