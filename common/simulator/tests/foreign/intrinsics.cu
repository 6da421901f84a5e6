// The intrinsic functions that optimised code is full of, each held against plain arithmetic.
#include <cuda_runtime.h>
#include <math_constants.h>
#include <cmath>
#include <cstdio>

__device__ int failures;
#define SAME(got, wanted) \
    do { if (!((got) == (wanted))) { printf("line %d: " #got "\n", __LINE__); atomicAdd(&failures, 1); } } while (0)
#define NEAR(got, wanted, error) \
    do { if (!(fabs((double)(got) - (double)(wanted)) <= (error))) { printf("line %d: %g %g\n", __LINE__, (double)(got), (double)(wanted)); atomicAdd(&failures, 1); } } while (0)

__global__ void integers() {
    SAME(__popc(0xf0f0u), 8); SAME(__popcll(~0ull), 64);
    SAME(__clz(1), 31); SAME(__clz(0), 32); SAME(__clzll(1), 63);
    SAME(__ffs(8), 4); SAME(__ffs(0), 0); SAME(__ffsll(1ll << 40), 41);
    SAME(__brev(1), 0x80000000u); SAME(__brevll(2), 1ull << 62);
    SAME(__byte_perm(0x33221100, 0x77665544, 0x7610), 0x77661100u);
    SAME(__byte_perm(0x80, 0, 0x8888), 0x80808080u);
    SAME(__funnelshift_l(0x80000000u, 1, 4), 0x18u); SAME(__funnelshift_r(0x10, 1, 4), 0x10000001u);
    SAME(__funnelshift_lc(1, 2, 40), 1u); SAME(__funnelshift_rc(1, 2, 40), 2u);
    SAME(__mulhi(1 << 20, 1 << 20), 256); SAME(__umulhi(~0u, ~0u), 0xfffffffeu);
    SAME(__mul64hi(1ll << 40, 1ll << 40), 1ll << 16); SAME(__umul64hi(~0ull, 2), 1ull);
    SAME(__mul24(-3, 5), -15); SAME(__umul24(1 << 25, 3), 0u);
    SAME(__sad(3, 9, 10u), 16u); SAME(__usad(9, 3, 1u), 7u);
    SAME(__hadd(-3, 2), -1); SAME(__rhadd(3, 4), 4); SAME(__uhadd(~0u, ~0u), ~0u); SAME(__urhadd(1, 2), 2u);
    SAME(__dp4a(0x01020304, 0x01010101, 100), 110); SAME(__dp4a(0xff000000u, 2u << 24, 0u), 510u);
    SAME(__dp2a_lo(0x00020003, 0x00000504, 1), 1 + 3 * 4 + 2 * 5);
    SAME(__dp2a_hi(0x00020003, 0x05040000, 1), 1 + 3 * 4 + 2 * 5);
    SAME(__fns(0xf0, 0, 2), 5u); SAME(__fns(0xf0, 31, -1), 7u); SAME(__fns(0, 0, 1), ~0u);
    SAME(__vadd4(0x01ff0304u, 0x01020304u), 0x02010608u); SAME(__vabsdiffu4(0x10u, 0x20u), 0x10u);
    SAME(__vsadu4(0x01020304u, 0x04030201u), 8u); SAME(__vmaxs2(0xffff0001u, 0x00020000u), 0x00020001u);
    SAME(min(3, 5u), 3u); SAME(max(-1LL, 2LL), 2LL); SAME(abs(-4), 4); SAME(llabs(-5ll), 5ll);
    SAME(llmin(3ll, -3ll), -3ll); SAME(ullmax(1ull, ~0ull), ~0ull); SAME(umin(1u, 2u), 1u);
}
__global__ void floats(float third, double d) {
    SAME(__float_as_int(1.0f), 0x3f800000); SAME(__int_as_float(0x40000000), 2.0f);
    SAME(__double_as_longlong(1.0), 0x3ff0000000000000ll); SAME(__hiloint2double(0x3ff00000, 0), 1.0);
    SAME(__double2hiint(-2.0), (int)0xc0000000); SAME(__double2loint(1.0), 0);
    SAME(__float2int_rn(2.5f), 2); SAME(__float2int_rz(-2.7f), -2); SAME(__float2int_ru(2.1f), 3); SAME(__float2int_rd(-2.1f), -3);
    SAME(__float2uint_rn(3.7f), 4u); SAME(__int2float_rz(16777219), 16777218.0f); SAME(__int2float_ru(16777217), 16777218.0f);
    SAME(__double2int_rn(1e3 + 0.5), 1000); SAME(__ll2double_rd(1), 1.0); SAME(__double2float_rd(1.0 + 1e-12), 1.0f);
    SAME(__double2float_ru(1.0 + 1e-12), nextafterf(1.0f, 2.0f)); SAME(__uint2float_rd(~0u), 4294967040.0f);
    SAME(__fmaf_rn(third, 3.0f, -1.0f), fmaf(third, 3.0f, -1.0f));
    SAME(__fadd_rd(1.0f, 1e-10f), 1.0f); SAME(__fadd_ru(1.0f, 1e-10f), nextafterf(1.0f, 2.0f));
    SAME(__fsub_rz(1.0f, 1e-10f), nextafterf(1.0f, 0.0f)); SAME(__fmul_rn(third, 3.0f), third * 3.0f);
    SAME(__fdiv_rd(1.0f, 3.0f) < __fdiv_ru(1.0f, 3.0f), true); SAME(__fdiv_rn(1.0f, 4.0f), 0.25f);
    SAME(__fsqrt_rn(2.25f), 1.5f); SAME(__fsqrt_rd(2.0f) < __fsqrt_ru(2.0f), true); SAME(__frcp_rz(4.0f), 0.25f);
    SAME(__dadd_ru(1.0, 1e-30) > 1.0, true); SAME(__dmul_rd(0.1, 0.1) < __dmul_ru(0.1, 0.1), true);
    SAME(__dsqrt_rz(4.0), 2.0); SAME(__fma_rn(2.0, 3.0, 1.0), 7.0); SAME(__ddiv_rn(1.0, d), 1.0 / d);
    NEAR(__expf(1.0f), 2.718281828, 1e-5); NEAR(__exp10f(2.0f), 100, 1e-3); NEAR(__logf(10.0f), 2.302585, 1e-5);
    NEAR(__log2f(8.0f), 3, 1e-5); NEAR(__log10f(1000.0f), 3, 1e-5); NEAR(__powf(2.0f, 10.0f), 1024, 1e-2);
    NEAR(__sinf(0.5f), 0.479425, 1e-5); NEAR(__cosf(0.5f), 0.877582, 1e-5); NEAR(__tanf(0.5f), 0.546302, 1e-5);
    NEAR(__fdividef(1.0f, 8.0f), 0.125, 1e-6); SAME(__saturatef(1.5f), 1.0f);
    NEAR(rsqrtf(4.0f), 0.5, 1e-6); NEAR(rcbrt(27.0), 1.0 / 3, 1e-12); NEAR(cbrtf(8.0f), 2, 1e-6); NEAR(exp10(2.0), 100, 1e-9);
    NEAR(erff(0.5f), 0.5204999, 1e-6); NEAR(erfinv(erf(0.3)), 0.3, 1e-12); NEAR(erfcinvf(erfcf(0.3f)), 0.3, 1e-5);
    NEAR(normcdff(1.0f), 0.8413447, 1e-6); NEAR(normcdfinv(normcdf(-1.5)), -1.5, 1e-10); NEAR(lgammaf(5.0f), logf(24.0f), 1e-5);
    NEAR(norm3d(1, 2, 2), 3, 1e-12); NEAR(rnorm4df(1, 1, 1, 1), 0.5, 1e-6); NEAR(rhypotf(3, 4), 0.2, 1e-6);
    const float v[] = {2, 3, 6}; NEAR(normf(3, v), 7, 1e-5); NEAR(erfcx(1.0), 0.427583576, 1e-8);
    float s, c; sincosf(1.0f, &s, &c); NEAR(s * s + c * c, 1, 1e-6); sincospif(0.5f, &s, &c); NEAR(s, 1, 1e-6); NEAR(c, 0, 1e-6);
    double ds, dc; sincospi(0.25, &ds, &dc); NEAR(ds, dc, 1e-12); NEAR(sinpi(0.5) + cospi(1.0), 0, 1e-12);
    SAME(isinf(CUDART_INF_F), true); SAME(isnan(CUDART_NAN_F), true); NEAR(CUDART_PI_F, 3.14159265, 1e-6); NEAR(CUDART_SQRT_TWO, 1.41421356, 1e-8);
    SAME(fminf(NAN, 1.0f), 1.0f); SAME(signbit(-0.0f), true); SAME(copysignf(2.0f, -1.0f), -2.0f); SAME(isfinite(d), true);
    SAME(truncf(-1.5f), -1.0f); SAME(rintf(2.5f), 2.0f); SAME(roundf(2.5f), 3.0f); SAME(lrintf(3.5f), 4L); SAME(fmodf(7, 4), 3.0f);
    int e; SAME(frexpf(8.0f, &e), 0.5f); SAME(e, 4); SAME(ldexpf(0.5f, 4), 8.0f); SAME(ilogbf(9.0f), 3);
}
__global__ void loads(const float4 *in, float4 *out, const int *ints) {
    __shared__ int sh[4];
    const float4 v = __ldg(in + threadIdx.x);
    __stcs(&out[threadIdx.x], make_float4(v.w, v.z, v.y, v.x));
    SAME(__ldcg(ints + 1), 7); SAME(__ldca(ints), 6); SAME(__ldcs(ints), 6); SAME(__ldlu(ints), 6); SAME(__ldcv(ints), 6);
    sh[threadIdx.x] = 1;
    SAME(__isGlobal(out), true); SAME(__isShared(sh), true); SAME(__isShared(out), false); SAME(__isLocal(&v), true);
    const long long begin = clock64();
    const clock_t begin32 = clock();
    __nanosleep(100);
    SAME(clock64() - begin >= 0, true); (void)begin32;
}

int main() {
    float4 h[4], *a, *b; int ints[] = {6, 7}, *d_i, bad = -1;
    for (int i = 0; i < 4; i++) h[i] = {float(i), 1, 2, 3};
    cudaMalloc(&a, sizeof h); cudaMalloc(&b, sizeof h); cudaMalloc(&d_i, sizeof ints);
    cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice); cudaMemcpy(d_i, ints, sizeof ints, cudaMemcpyHostToDevice);
    integers<<<1, 1>>>(); floats<<<1, 1>>>(1.0f / 3, 7.0); loads<<<1, 4>>>(a, b, d_i);
    cudaMemcpy(h, b, sizeof h, cudaMemcpyDeviceToHost); cudaMemcpyFromSymbol(&bad, failures, sizeof bad);
    cudaFree(a); cudaFree(b); cudaFree(d_i);
    const bool ok = bad == 0 && h[2].w == 2 && cudaGetLastError() == cudaSuccess;
    puts(ok ? "OK" : "FAILED"); return !ok;
}
