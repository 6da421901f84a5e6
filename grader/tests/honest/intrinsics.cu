// Mathematics of the device.
#include <math_constants.h>

#include <cassert>
#include <cmath>

__global__ void k(int n, float* y, double* d, unsigned* u, unsigned long long* w) {
    const int i = threadIdx.x;
    float x = y[i];
    x = __fmaf_rn(x, 2.0f, __fadd_rz(x, 1.0f)) + __expf(x) + __logf(x) + __sinf(x) +
        __fdividef(x, 3.0f);
    x += rsqrtf(x) + rcbrtf(x) + erfcf(x) + normcdff(x) + hypotf(x, 2) + fmaxf(x, CUDART_PI_F) +
         sinpif(x);
    x += __saturatef(x) + __frcp_rn(x) + __fsqrt_rn(x) + __int_as_float(__float_as_int(x)) +
         CUDART_INF_F;
    float s, c;
    sincosf(x, &s, &c);
    __sincosf(x, &s, &c);
    d[i] = fma(d[i], 2.0, rsqrt(d[i])) + __dadd_rn(d[i], 1.0) + __hiloint2double(1, 2) +
           norm3d(1, 2, 3);
    u[i] = __umulhi(u[i], 7) + __mul24(3, 4) + __sad(1, 2, 3) + __funnelshift_l(1, 2, 3) +
           __dp4a(1, 2, 3);
    u[i] += __vadd2(u[i], 1) + __vmaxu4(u[i], 2) + min(u[i], 7u) + max(3, 4) + __float2uint_rn(x);
    w[i] = __umul64hi(w[i], 3) + __brevll(w[i]) + w[i] / 10 % 7 + __double_as_longlong(d[i]) +
           clock64();
    y[i] =
        x + s + c + isnan(x) + isinf(x) + signbit(x) + powf(x, 1.5f) + fmodf(x, 2) + ldexpf(x, 3);
    __stcs(&y[i], __ldcg(&y[i]) + __ldcs(y) + __ldlu(y));
    __threadfence_block();
    __threadfence();
    assert(i < n);
    if (i > n) __trap();
}
