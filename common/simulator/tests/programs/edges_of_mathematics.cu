// Functions of the device at the edges of their domains, against the values in CUDA's documentation
// of its mathematical functions and against PTX's rules. A value is equal if it has the same sign
// and is the same class of number; NEAR allows the last digits to differ.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <cfloat>
#include <climits>
#include <cmath>
#include <cstdio>

__device__ int failures;

// A value that no compiler knows.
template <class T>
__device__ T of(T x) {
    volatile T unknown = x;
    return unknown;
}

__device__ bool are_near(double a, double b, double tolerance) {
    if (a != a || b != b) return a != a && b != b;
    if (a == b) return signbit(a) == signbit(b);
    return fabs(a - b) <= tolerance * fabs(b);
}

#define TELL(holds, line, text)                         \
    if (!(holds)) {                                     \
        atomicAdd(&failures, 1);                        \
        printf("line %d does not hold: %s\n", line, text); \
    }
#define EQUAL(value, expected) TELL(are_near(value, expected, 0), __LINE__, #value)
#define NEAR(value, expected) \
    TELL(are_near(value, expected, sizeof(value) == 4 ? 3e-7 : 1e-13), __LINE__, #value)
#define SAME(value, expected) TELL((value) == (expected), __LINE__, #value)

#define INF ((float)INFINITY)
#define NOT ((float)NAN)

__global__ void rounding() {
    EQUAL(rintf(of(0.5f)), 0.0f);
    EQUAL(rintf(of(2.5f)), 2.0f);
    EQUAL(rintf(of(-0.5f)), -0.0f);
    EQUAL(roundf(of(2.5f)), 3.0f);
    EQUAL(roundf(of(-0.4f)), -0.0f);
    EQUAL(roundf(of(0.49999997f)), 0.0f);
    EQUAL(nearbyintf(of(4.5f)), 4.0f);
    EQUAL(round(of(0.49999999999999994)), 0.0);
    EQUAL(ceilf(of(-0.7f)), -0.0f);
    SAME(lrintf(of(2.5f)), 2);
    SAME(llround(of(-3.5)), -4);
}

// At multiples of a half, the results are exact.
__global__ void multiples_of_pi() {
    EQUAL(sinpi(of(1.0)), 0.0);
    EQUAL(sinpi(of(-1.0)), -0.0);
    EQUAL(sinpi(of(0.5)), 1.0);
    EQUAL(sinpi(of(1.5)), -1.0);
    EQUAL(sinpi(of(1e15)), 0.0);
    EQUAL(cospi(of(0.5)), 0.0);
    EQUAL(cospi(of(-1.5)), 0.0);
    EQUAL(cospi(of(1.0)), -1.0);
    EQUAL(sinpif(of(3.0f)), 0.0f);
    EQUAL(cospif(of(0.5f)), 0.0f);
    EQUAL(cospif(of(INF)), NOT);
    EQUAL(sinpi(of(double(INF))), NOT);
    NEAR(sinpi(of(1.0 / 3)), 0.86602540378443865);
    NEAR(sinpi(of(-1.2)), 0.58778525229247314);
    NEAR(cospi(of(2.75)), -0.70710678118654752);
    double sine, cosine;
    sincospi(of(1.0), &sine, &cosine);
    EQUAL(sine, 0.0);
    EQUAL(cosine, -1.0);
}

__global__ void roots_and_norms() {
    EQUAL(rsqrtf(of(-0.0f)), -INF);
    EQUAL(rsqrtf(of(INF)), 0.0f);
    EQUAL(rcbrtf(of(-INF)), -0.0f);
    EQUAL(rcbrt(of(-8.0)), -0.5);
    EQUAL(rhypot(of(0.0), of(0.0)), INF);
    EQUAL(rhypotf(of(INF), of(NOT)), 0.0f);
    EQUAL(norm3df(of(INF), of(NOT), of(0.0f)), INF);
    EQUAL(rnorm3df(of(INF), of(NOT), of(0.0f)), 0.0f);
    NEAR(rnorm3df(of(1e30f), of(0.0f), of(0.0f)), 1e-30f);
    NEAR(rnorm3df(of(1e-30f), of(0.0f), of(0.0f)), 1e30f);
    EQUAL(norm4df(of(INF), of(NOT), of(0.0f), of(0.0f)), INF);
    const float odd[] = {INF, NOT, 1}, small[] = {1e-30f, 0};
    EQUAL(normf(3, odd), INF);
    EQUAL(rnormf(3, odd), 0.0f);
    NEAR(rnormf(2, small), 1e30f);
}

__global__ void error_functions() {
    EQUAL(erfinvf(of(1.0f)), INF);
    EQUAL(erfinvf(of(1.1f)), NOT);
    EQUAL(erfinvf(of(-0.0f)), -0.0f);
    EQUAL(erfcinvf(of(2.0f)), -INF);
    EQUAL(normcdfinv(of(0.0)), -INF);
    EQUAL(normcdfinv(of(1.1)), NOT);
    EQUAL(normcdf(of(-double(INF))), 0.0);
    EQUAL(erfcx(of(-double(INF))), INF);
    NEAR(erfcx(of(21.0)), 0.02683581315864795664);
    NEAR(erfcx(of(27.0)), 0.02088160799042094067);
    NEAR(erfcinv(of(1e-310)), 26.64480655936476472);
}

__global__ void bessel_functions() {
    EQUAL(jn(of(-1), of(1.0)), NOT);
    EQUAL(jnf(of(-1), of(1.0f)), NOT);
    EQUAL(yn(of(-1), of(1.0)), NOT);
    EQUAL(ynf(of(-1), of(1.0f)), NOT);
    EQUAL(y0(of(-1.0)), NOT);
    EQUAL(yn(of(2), of(0.0)), -INF);
    EQUAL(j1(of(double(INF))), 0.0);
    NEAR(jn(of(2), of(1.0)), 0.11490348493190048);
    EQUAL(cyl_bessel_i0(of(0.0)), 1.0);
    EQUAL(cyl_bessel_i1(of(-0.0)), -0.0);
    EQUAL(cyl_bessel_i1(of(-double(INF))), -INF);
    EQUAL(cyl_bessel_i0f(of(NOT)), NOT);
    EQUAL(cyl_bessel_i0(of(1000.0)), INF);
    NEAR(cyl_bessel_i0(of(31.0)), 2089962966491.9038);
    NEAR(cyl_bessel_i1(of(31.0)), 2055972795294.5647);
}

// __powf is a product with a logarithm; __fdividef loses the reciprocals of the largest numbers.
__global__ void powers_and_quotients() {
    EQUAL(powf(of(-1.0f), of(INF)), 1.0f);
    EQUAL(powf(of(1.0f), of(NOT)), 1.0f);
    EQUAL(powf(of(-8.0f), of(1.0f / 3)), NOT);
    EQUAL(powf(of(-0.0f), of(-3.0f)), -INF);
    EQUAL(powf(of(2.0f), of(-149.0f)), 1.40129846e-45f);
    NEAR(__powf(of(2.0f), of(10.0f)), 1024.0f);
    EQUAL(__powf(of(-2.0f), of(2.0f)), NOT);
    EQUAL(__powf(of(0.0f), of(2.0f)), 0.0f);
    EQUAL(__fdividef(of(6.0f), of(3.0f)), 2.0f);
    EQUAL(__fdividef(of(3e38f), of(1.5e38f)), 0.0f);
    EQUAL(__fdividef(of(INF), of(1.5e38f)), NOT);
    EQUAL(__fdividef(of(1.0f), of(0.0f)), INF);
    EQUAL(fdividef(of(3e38f), of(1.5e38f)), 2.0f);
    EQUAL(fmodf(of(-6.0f), of(3.0f)), -0.0f);
    EQUAL(fmodf(of(5.25f), of(INF)), 5.25f);
    EQUAL(remainderf(of(7.0f), of(2.0f)), -1.0f);
    int quotient;
    EQUAL(remquof(of(29.0f), of(3.0f), &quotient), -1.0f);
    SAME(quotient & 7, 2);
}

__global__ void exponents() {
    EQUAL(ldexpf(of(1.0f), of(-150)), 0.0f);
    EQUAL(ldexpf(of(1.0f), of(INT_MAX)), INF);
    EQUAL(scalbn(of(1.0), of(-1074)), 4.9406564584124654e-324);
    int exponent;
    EQUAL(frexpf(of(1e-45f), &exponent), 0.5f);
    SAME(exponent, -148);
    float whole;
    EQUAL(modff(of(-INF), &whole), -0.0f);
    EQUAL(whole, -INF);
    SAME(ilogbf(of(0.0f)), INT_MIN);
    SAME(ilogbf(of(NOT)), INT_MIN);
    SAME(ilogbf(of(INF)), INT_MAX);
    EQUAL(logbf(of(1e-45f)), -149.0f);
    EQUAL(exp10f(of(2.0f)), 100.0f);
    EQUAL(log1pf(of(-1.0f)), -INF);
    EQUAL(tgammaf(of(-0.0f)), -INF);
    EQUAL(lgammaf(of(-3.0f)), INF);
    NEAR(sin(of(1e22)), -0.8522008497671888);
    EQUAL(nextafterf(of(0.0f), of(1.0f)), 1.40129846e-45f);
}

__global__ void extremes() {
    EQUAL(fmaxf(of(NOT), of(1.0f)), 1.0f);
    EQUAL(fminf(of(NOT), of(NOT)), NOT);
    EQUAL(max(of(double(NOT)), of(2.0)), 2.0);
    EQUAL(fdimf(of(INF), of(INF)), 0.0f);
    EQUAL(fmaf(of(INF), of(0.0f), of(1.0f)), NOT);
    EQUAL(__saturatef(of(NOT)), 0.0f);
    EQUAL(__saturatef(of(INF)), 1.0f);
    SAME(min(of(-1), of(1u)), 1u);
    SAME(max(of(-1ll), of(1ull)), ~0ull);
}

__global__ void integers() {
    SAME(__clz(of(0)), 32);
    SAME(__clzll(of(0ll)), 64);
    SAME(__ffs(of(0)), 0);
    SAME(__ffs(of(INT_MIN)), 32);
    SAME(__brev(of(1u)), 0x80000000);
    SAME(__byte_perm(of(0x33221180u), of(0x77665544u), of(0x7531u)), 0x77553311);
    SAME(__byte_perm(of(0x33221180u), of(0u), of(0x8888u)), 0x80808080);
    SAME(__funnelshift_l(of(0x80000001u), of(0x12345678u), of(36u)), 0x23456788);
    SAME(__funnelshift_lc(of(0x80000001u), of(0x12345678u), of(36u)), 0x80000001);
    SAME(__funnelshift_r(of(0x80000001u), of(0x12345678u), of(36u)), 0x88000000);
    SAME(__funnelshift_rc(of(0x80000001u), of(0x12345678u), of(40u)), 0x12345678);
    SAME(__mul24(of(0x00ffffff), of(2)), -2);
    SAME(__mulhi(of(INT_MIN), of(INT_MIN)), 0x40000000);
    SAME(__sad(of(INT_MIN), of(INT_MAX), of(1u)), 0);
    SAME(__hadd(of(-3), of(-4)), -4);
    SAME(__rhadd(of(-3), of(-4)), -3);
    SAME(__fns(of(0u), of(0u), of(1)), ~0u);
}

__device__ unsigned short bits(__half x) { return __half_as_ushort(x); }
__device__ unsigned short bits(__nv_bfloat16 x) { return __bfloat16_as_ushort(x); }

__global__ void sixteen_bits() {
    const __half none = __ushort_as_half(0x7e00), endless = __ushort_as_half(0x7c00);
    const __half zero = __ushort_as_half(0), minus_zero = __ushort_as_half(0x8000);
    const __half one = __float2half(1);
    SAME(bits(__float2half(of(65519.0f))), 0x7bff);
    SAME(bits(__float2half(of(65520.0f))), 0x7c00);
    SAME(bits(__float2half(of(NOT))), 0x7fff);
    SAME(bits(__float2half(of(2.9802322e-8f))), 0);
    SAME(bits(__float2half_rz(of(1e10f))), 0x7bff);
    SAME(bits(__float2half_rd(of(-1e-10f))), 0x8001);
    SAME(bits(__float2bfloat16(of(NOT))), 0x7fff);
    SAME(bits(__float2bfloat16(of(1.00390625f))), 0x3f80);
    SAME(__half2int_rn(none), 0);
    SAME(__half2int_rn(endless), INT_MAX);
    SAME(__half2short_rn(none), 0);
    SAME(__half2ll_rz(none), LLONG_MIN);
    SAME(__half2ull_rn(none), 1ull << 63);
    SAME(bits(__hmax(none, one)), 0x3c00);
    SAME(bits(__hmax_nan(none, one)), 0x7fff);
    SAME(bits(__hmin(zero, minus_zero)), 0x8000);
    SAME(bits(__hmin(minus_zero, zero)), 0x8000);
    SAME(bits(__hmax(minus_zero, zero)), 0);
    SAME(bits(__hmax(zero, minus_zero)), 0);
    SAME(bits(__hadd_sat(none, one)), 0);
    SAME(bits(__uint2half_rn(of(2049u))), 0x6800);
}

__global__ void atomics(unsigned* u, int* i, long long* l) {
    *u = 5;
    SAME(atomicInc(u, 5u), 5);
    SAME(*u, 0);
    *u = 9;
    SAME(atomicInc(u, 5u), 9);
    SAME(*u, 0);
    SAME(atomicDec(u, 7u), 0);
    SAME(*u, 7);
    *u = 9;
    SAME(atomicDec(u, 7u), 9);
    SAME(*u, 7);
    *i = -5;
    SAME(atomicMax(i, 3), -5);
    SAME(atomicMin(i, -7), 3);
    *i = INT_MAX;
    atomicAdd(i, 1);
    SAME(*i, INT_MIN);
    *l = -1;
    SAME(atomicMax(l, -5ll), -1);
    SAME(*l, -1);
    SAME(atomicMin(l, -9ll), -1);
    SAME(*l, -9);
}

int main() {
    rounding<<<1, 1>>>();
    multiples_of_pi<<<1, 1>>>();
    roots_and_norms<<<1, 1>>>();
    error_functions<<<1, 1>>>();
    bessel_functions<<<1, 1>>>();
    powers_and_quotients<<<1, 1>>>();
    exponents<<<1, 1>>>();
    extremes<<<1, 1>>>();
    integers<<<1, 1>>>();
    sixteen_bits<<<1, 1>>>();
    char* room;
    cudaMalloc(&room, 64);
    atomics<<<1, 1>>>((unsigned*)room, (int*)(room + 16), (long long*)(room + 32));
    int failed = -1;
    cudaMemcpyFromSymbol(&failed, failures, sizeof failed);
    cudaFree(room);
    std::puts(failed == 0 ? "OK" : "wrong");
    return failed != 0;
}
