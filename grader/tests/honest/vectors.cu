// Vector types with operators of one's own, wide loads, and what the compiler is told about them.
#include <cuda_runtime.h>
#include <vector_types.h>

__host__ __device__ inline float4 operator+(const float4& a, const float4& b) {
    return make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w);
}
__host__ __device__ inline float4& operator*=(float4& a, float s) {
    a.x *= s, a.y *= s, a.z *= s, a.w *= s;
    return a;
}
__device__ __inline__ float dot(float4 a, float4 b) {
    return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}
struct __align__(16) Quad {
    float v[4];
};
struct __attribute__((aligned(16))) Aligned {
    double v[2];
};
struct alignas(8) Pair {
    float first, second;
};

__global__ void wide(int n, float* __restrict__ y, const float* __restrict__ A,
                     const float4* __restrict__ x) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    const float* row = static_cast<const float*>(__builtin_assume_aligned(A + 4 * i, 16));
    if (__builtin_expect(i >= n, 0)) return;
    __builtin_assume(n > 0);
    float4 a = *reinterpret_cast<const float4*>(row);
    a *= 2;
    const Quad q = *reinterpret_cast<const Quad*>(&x[i]);
    y[i] = dot(a + __ldg(x + i), make_float4(q.v[0], q.v[1], q.v[2], q.v[3]));
    reinterpret_cast<Pair*>(y)[0] = {1, 2};
}
