// Bodies that attract each other: float4 positions tiled through shared memory, operators on vector
// types, early return kept away from barriers by padding, double buffering.
#include <cuda_runtime.h>
#include <vector_types.h>

#include <cmath>
#include <cstdio>
#include <vector>

#ifndef BLOCK_DIM
#define BLOCK_DIM 64
#endif

inline __host__ __device__ float3 operator-(float3 a, float3 b) {
    return make_float3(a.x - b.x, a.y - b.y, a.z - b.z);
}
inline __host__ __device__ float3 operator*(float s, float3 a) { return make_float3(s * a.x, s * a.y, s * a.z); }
inline __host__ __device__ void operator+=(float3 &a, float3 b) {
    a.x += b.x;
    a.y += b.y;
    a.z += b.z;
}
inline __host__ __device__ float dot(float3 a, float3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
inline __host__ __device__ float3 xyz(const float4 &v) { return make_float3(v.x, v.y, v.z); }

__host__ __device__ float3 attraction(float3 at, float4 other, float softening2) {
    const float3 r = xyz(other) - at;
    const float d2 = dot(r, r) + softening2;
#ifdef __CUDACC__
    const float inverse = 1.0f / sqrtf(d2);
#else
    const float inverse = 1.0f / std::sqrt(d2);
#endif
    return (other.w * inverse * inverse * inverse) * r;
}

__global__ void integrate(float4 *__restrict__ next, const float4 *__restrict__ now, float4 *velocity, int n,
                          float dt)
{
    __shared__ float4 bodies[BLOCK_DIM];
    const int i = blockIdx.x * BLOCK_DIM + threadIdx.x;
    const float4 me = i < n ? now[i] : float4{};
    float3 force = {0.0f, 0.0f, 0.0f};
    for (int tile = 0; tile < gridDim.x; tile++) {
        const int j = tile * BLOCK_DIM + threadIdx.x;
        bodies[threadIdx.x] = j < n ? now[j] : make_float4(0.f, 0.f, 0.f, 0.f);
        __syncthreads();
#pragma unroll 8
        for (int k = 0; k < BLOCK_DIM; k++) force += attraction(xyz(me), bodies[k], 0.01f);
        __syncthreads();
    }
    if (i < n) {
        float4 v = velocity[i];
        v.x += force.x * dt;
        v.y += force.y * dt;
        v.z += force.z * dt;
        velocity[i] = v;
        next[i] = make_float4(me.x + v.x * dt, me.y + v.y * dt, me.z + v.z * dt, me.w);
    }
}

int main()
{
    const int n = 150, steps = 2;
    const float dt = 0.01f;
    std::vector<float4> body(n), speed(n, make_float4(0, 0, 0, 0)), got(n);
    for (int i = 0; i < n; i++)
        body[i] = make_float4(cosf(i), sinf(2.f * i), 0.1f * (i % 9), 1.f + i % 3);

    float4 *position[2], *velocity;
    const size_t bytes = n * sizeof(float4);
    cudaMalloc(&position[0], bytes);
    cudaMalloc(&position[1], bytes);
    cudaMalloc(&velocity, bytes);
    cudaMemcpy(position[0], body.data(), bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(velocity, speed.data(), bytes, cudaMemcpyHostToDevice);
    for (int s = 0; s < steps; s++)
        integrate<<<(n + BLOCK_DIM - 1) / BLOCK_DIM, BLOCK_DIM>>>(position[(s + 1) & 1], position[s & 1],
                                                                  velocity, n, dt);
    cudaMemcpy(got.data(), position[steps & 1], bytes, cudaMemcpyDeviceToHost);
    cudaFree(position[0]);
    cudaFree(position[1]);
    cudaFree(velocity);

    for (int s = 0; s < steps; s++) {
        const std::vector<float4> before = body;
        for (int i = 0; i < n; i++) {
            float3 force = make_float3(0, 0, 0);
            for (int j = 0; j < n; j++) force += attraction(xyz(before[i]), before[j], 0.01f);
            speed[i].x += force.x * dt;
            speed[i].y += force.y * dt;
            speed[i].z += force.z * dt;
            body[i].x += speed[i].x * dt;
            body[i].y += speed[i].y * dt;
            body[i].z += speed[i].z * dt;
        }
    }
    float worst = 0;
    for (int i = 0; i < n; i++) {
        const float3 d = xyz(got[i]) - xyz(body[i]);
        worst = fmaxf(worst, sqrtf(dot(d, d)));
    }
    printf("%.1e\n%s\n", worst, worst < 1e-4f ? "OK" : "FAILED");
    return worst < 1e-4f ? 0 : 1;
}
