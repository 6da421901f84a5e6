// NVCC: -std=c++17
// Operators of a program's own for float3, int4 and double2; vector loads of char4, ushort2,
// longlong2; unaligned rest handled by scalars; make_ functions and structured bindings.
#include <cuda_runtime.h>

#include <cstdio>

__host__ __device__ inline float3 operator+(float3 a, float3 b) {
    return make_float3(a.x + b.x, a.y + b.y, a.z + b.z);
}
__host__ __device__ inline float3 operator*(float s, float3 a) {
    return make_float3(s * a.x, s * a.y, s * a.z);
}
__host__ __device__ inline float3& operator+=(float3& a, float3 b) {
    return a = a + b;
}
__host__ __device__ inline float dot(float3 a, float3 b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
__host__ __device__ inline int4 operator-(int4 a) {
    return make_int4(-a.x, -a.y, -a.z, -a.w);
}

__global__ void move(float3* place, const float3* speed, float dt, int n, float* energy) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    place[i] += dt * speed[i];
    energy[i] = 0.5f * dot(speed[i], speed[i]);
}

__global__ void negate(int* data, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    int4* const wide = reinterpret_cast<int4*>(data);
    if (i < n / 4) wide[i] = -wide[i];
    if (i == 0)
        for (int k = n / 4 * 4; k < n; ++k) data[k] = -data[k];
}

__global__ void gray(const uchar4* pixels, unsigned char* out, ushort2* sums, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const auto [r, g, b, a] = pixels[i];
    out[i] = static_cast<unsigned char>((r * 77 + g * 150 + b * 29) >> 8);
    sums[i] = make_ushort2(r + g + b, a);
}

__global__ void pairs(const longlong2* in, double2* out) {
    const longlong2 v = in[threadIdx.x];
    out[threadIdx.x] = make_double2(double(v.x) / 2, double(v.y) * 2);
}

int main() {
    const int n = 103;
    float3 place[n], speed[n], *d_place, *d_speed;
    float energy[n], *d_energy;
    for (int i = 0; i < n; ++i) place[i] = make_float3(i, 0, 1), speed[i] = make_float3(1, i, 2);
    cudaMalloc(&d_place, sizeof place);
    cudaMalloc(&d_speed, sizeof speed);
    cudaMalloc(&d_energy, sizeof energy);
    cudaMemcpy(d_place, place, sizeof place, cudaMemcpyHostToDevice);
    cudaMemcpy(d_speed, speed, sizeof speed, cudaMemcpyHostToDevice);
    move<<<2, 64>>>(d_place, d_speed, 0.5f, n, d_energy);
    cudaMemcpy(place, d_place, sizeof place, cudaMemcpyDeviceToHost);
    cudaMemcpy(energy, d_energy, sizeof energy, cudaMemcpyDeviceToHost);
    bool ok = true;
    for (int i = 0; i < n; ++i)
        ok = ok && place[i].x == i + 0.5f && place[i].y == 0.5f * i && place[i].z == 2 &&
             energy[i] == 0.5f * (5 + i * i);
    int data[n], *d_data;
    for (int i = 0; i < n; ++i) data[i] = i;
    cudaMalloc(&d_data, sizeof data);
    cudaMemcpy(d_data, data, sizeof data, cudaMemcpyHostToDevice);
    negate<<<1, 32>>>(d_data, n);
    cudaMemcpy(data, d_data, sizeof data, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; ++i) ok = ok && data[i] == -i;
    uchar4 pixels[n], *d_pixels;
    unsigned char out[n], *d_out;
    ushort2 sums[n], *d_sums;
    for (int i = 0; i < n; ++i) pixels[i] = make_uchar4(i, 2 * i, 255 - i, 9);
    cudaMalloc(&d_pixels, sizeof pixels);
    cudaMalloc(&d_out, sizeof out);
    cudaMalloc(&d_sums, sizeof sums);
    cudaMemcpy(d_pixels, pixels, sizeof pixels, cudaMemcpyHostToDevice);
    gray<<<2, 64>>>(d_pixels, d_out, d_sums, n);
    cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaMemcpy(sums, d_sums, sizeof sums, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; ++i)
        ok = ok && out[i] == (i * 77 + 2 * i * 150 + (255 - i) * 29) >> 8 &&
             sums[i].x == 2 * i + 255 && sums[i].y == 9;
    longlong2 longs[8], *d_longs;
    double2 doubles[8], *d_doubles;
    for (int i = 0; i < 8; ++i) longs[i] = make_longlong2(1LL << (40 + i), -i);
    cudaMalloc(&d_longs, sizeof longs);
    cudaMalloc(&d_doubles, sizeof doubles);
    cudaMemcpy(d_longs, longs, sizeof longs, cudaMemcpyHostToDevice);
    pairs<<<1, 8>>>(d_longs, d_doubles);
    cudaMemcpy(doubles, d_doubles, sizeof doubles, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 8; ++i)
        ok = ok && doubles[i].x == double(1LL << (39 + i)) && doubles[i].y == -2.0 * i;
    std::puts(ok ? "OK" : "wrong");
    for (void* p : {(void*)d_place, (void*)d_speed, (void*)d_energy, (void*)d_data, (void*)d_pixels,
                    (void*)d_out, (void*)d_sums, (void*)d_longs, (void*)d_doubles})
        cudaFree(p);
}
