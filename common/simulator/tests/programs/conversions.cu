// Conversions from floats to integers by the functions that name their rounding: also what does not
// fit, and what is not a number.
#include <climits>
#include <cstdio>

__device__ int failures;

#define EXPECT(condition)                                             \
    if (!(condition)) {                                               \
        atomicAdd(&failures, 1);                                      \
        printf("line %d does not hold: %s\n", __LINE__, #condition); \
    }

__global__ void convert(float one, float zero, float large, double larger) {
    const float nan = zero / zero;
    EXPECT(__float2int_rn(2.5f * one) == 2 && __float2int_rn(3.5f * one) == 4);
    EXPECT(__float2int_rz(-2.7f * one) == -2 && __float2uint_rz(2.7f * one) == 2);
    EXPECT(__float2int_ru(2.1f * one) == 3 && __float2int_rd(-2.1f * one) == -3);
    EXPECT(__double2int_rn(2.5 * one) == 2 && __double2ll_rd(-0.5 * one) == -1);
    EXPECT(__float2int_rz(large) == INT_MAX && __float2int_rn(-large) == INT_MIN);
    EXPECT(__float2uint_rn(large) == UINT_MAX && __float2uint_rz(-one) == 0);
    EXPECT(__float2ll_rn(large) == LLONG_MAX && __float2ull_rn(large) == ULLONG_MAX);
    EXPECT(__double2int_rz(larger) == INT_MAX && __double2ll_rz(-larger) == LLONG_MIN);
    EXPECT(__double2int_rz(2147483647.0 * one) == INT_MAX);
    EXPECT(__double2uint_rz(4294967295.0 * one) == UINT_MAX);
    EXPECT(__float2int_rz(nan) == 0 && __float2uint_rn(nan) == 0);
    EXPECT(__double2int_rn(double(nan)) == INT_MIN && __float2ll_rn(nan) == LLONG_MIN);
}

int main() {
    int failed = -1;
    convert<<<1, 1>>>(1, 0, 1e20f, 1e300);
    cudaMemcpyFromSymbol(&failed, failures, sizeof failed);
    std::puts(failed == 0 ? "OK" : "wrong");
    return failed != 0;
}
