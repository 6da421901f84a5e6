// Variables of the device: constant structures and tables, arrays, a pointer, one in a namespace,
// one that is static in a function's file; written, read and addressed from the host by symbol.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstring>

#define N 64

struct Camera {
    float3 position;
    float matrix[3][3];
    int flags;
};

__constant__ Camera camera;
__constant__ float weights[5] = {1.f, 4.f, 6.f, 4.f, 1.f};
__device__ float smoothed[N];
__device__ float *results = nullptr;
static __device__ unsigned calls;

namespace counters {
__device__ int odd = 1, even = 2;
}

__device__ float3 operator*(const float (&m)[3][3], float3 v) {
    return make_float3(m[0][0] * v.x + m[0][1] * v.y + m[0][2] * v.z,
                       m[1][0] * v.x + m[1][1] * v.y + m[1][2] * v.z,
                       m[2][0] * v.x + m[2][1] * v.y + m[2][2] * v.z);
}

__global__ void smooth() {
    const int i = threadIdx.x;
    float sum = 0;
    for (int k = -2; k <= 2; ++k) {
        const int j = min(max(i + k, 0), N - 1);
        sum += weights[k + 2] * j;
    }
    smoothed[i] = sum / 16;
    atomicAdd(i % 2 ? &counters::odd : &counters::even, 1);
    if (i == 0) ++calls;
}

__global__ void project() {
    const int i = threadIdx.x;
    const float3 p = camera.matrix * make_float3(i, 2 * i, camera.flags);
    results[i] = p.x + p.y + p.z + camera.position.y;
}

#define MUST(x) if ((x) != cudaSuccess) { printf("line %d: %s\n", __LINE__, cudaGetErrorString(cudaGetLastError())); return 1; }

int main() {
    Camera host;
    memset(&host, 0, sizeof host);
    host.position = make_float3(1, 2, 3);
    for (int i = 0; i < 3; ++i) host.matrix[i][i] = float(i + 1);
    host.flags = 7;
    MUST(cudaMemcpyToSymbol(camera, &host, sizeof host));
    const float narrower[3] = {0.f, 16.f, 0.f}, edge = 0.f;
    MUST(cudaMemcpyToSymbol(weights, narrower, sizeof narrower, sizeof(float)));
    MUST(cudaMemcpyToSymbol(weights, &edge, sizeof edge));
    MUST(cudaMemcpyToSymbol(weights, &edge, sizeof edge, 4 * sizeof edge, cudaMemcpyHostToDevice));

    float *memory;
    MUST(cudaMalloc(&memory, N * sizeof(float)));
    MUST(cudaMemcpyToSymbol(results, &memory, sizeof memory));
    smooth<<<1, N>>>();
    project<<<1, N>>>();
    MUST(cudaGetLastError());

    float got[N], *address;
    int odd = 0;
    unsigned count = 0;
    size_t size = 0;
    MUST(cudaMemcpyFromSymbol(got, smoothed, sizeof got));
    MUST(cudaMemcpyFromSymbol(&odd, counters::odd, sizeof odd));
    MUST(cudaMemcpyFromSymbol(&count, calls, sizeof count, 0, cudaMemcpyDeviceToHost));
    MUST(cudaGetSymbolAddress((void **)&address, smoothed));
    MUST(cudaGetSymbolSize(&size, smoothed));
    int wrong = odd != 1 + N / 2 || count != 1 || size != sizeof got;
    for (int i = 0; i < N; ++i) wrong += got[i] != float(i);
    float last = 0;
    MUST(cudaMemcpy(&last, address + N - 1, sizeof last, cudaMemcpyDeviceToHost));
    wrong += last != N - 1;
    MUST(cudaMemcpy(got, memory, sizeof got, cudaMemcpyDeviceToHost));
    for (int i = 0; i < N; ++i) wrong += got[i] != 5.f * i + 23.f;
    MUST(cudaFree(memory));
    puts(wrong ? "FAILED" : "OK");
    return wrong != 0;
}
