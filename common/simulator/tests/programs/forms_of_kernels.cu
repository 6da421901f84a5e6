// Every form of kernel, launch and parameter that a program may use.
#include <cstdio>
#include <vector>
#include <type_traits>
#define CHECK(call) do { cudaError_t e_ = (call); if (e_ != cudaSuccess) { std::printf("%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(e_)); return 1; } } while (0)
#define LAUNCH(kernel, n, ...) kernel<<<((n) + 63) / 64, 64>>>(__VA_ARGS__)
__constant__ float scale[2] = {2, 3};
__device__ int counter;
extern __shared__ float global_dynamic[];
__shared__ int global_static;
namespace deep { namespace er {
template <typename T, int N = 4>
__global__ void __launch_bounds__(256) fill(T* out, int n, T value = T(7)) {
    __shared__ T tile[N * 16], *p, extra;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    tile[threadIdx.x] = value;
    __syncthreads();
    if (i < n) out[i] = tile[threadIdx.x] * scale[0];
    if (i == 0) { p = tile; extra = *p; }
}
}}
struct Functor { float k; __host__ __device__ float operator()(float x) const { return k * x; } };
template <class F> __global__ void apply(F f, float* a, unsigned n) {
    for (unsigned i = threadIdx.x; i < n; i += blockDim.x) a[i] = f(a[i]);
}
template <class... Ts> __global__ void packs(float* out, Ts... xs) { out[0] = (xs + ... + 0.0f); }
__global__ void dynamic(float* out, int) { global_dynamic[threadIdx.x] = threadIdx.x; __syncthreads(); if (threadIdx.x == 0) { out[0] = global_dynamic[blockDim.x - 1]; global_static = 3; out[1] = global_static; } }
namespace S { static __global__ void member(int* n) { *n = 42; } }
extern "C" __global__ void c_linkage(int* n) { atomicAdd(&counter, 1); *n = counter; }
static __global__ void overloaded(int* a) { *a = 1; }
static __global__ void overloaded(float* a) { *a = 2; }
typedef void (*Kernel)(int*);
__global__ void nothing(void) {}
__global__ void func(void (*)(int), const char* = nullptr) {}
int main() {
    float* d; int* n;
    CHECK(cudaMalloc(&d, 1024 * sizeof(float))); CHECK(cudaMalloc((void**)&n, sizeof(int)));
    deep::er::fill<float><<<dim3(4), 64>>>(d, 256);
    deep::er::fill<float, (8 > 4) ? 4 : 2><<<4, 64, 0, NULL>>>(d, 256, 2);
    LAUNCH(deep::er::fill<float>, 256, d, 256, 1.5f);
    CHECK(cudaGetLastError());
    apply<<<1, 32>>>(Functor{2}, d, 256u);
    packs<<<1, 1>>>(d + 500, 1, 2.5f, 3.0);
    dynamic<<<1, 32, 32 * sizeof(float)>>>(d + 300, 0);
    S::member<<<1, 1>>>(n);
    Kernel table[] = {S::member, c_linkage};
    for (int i = 0; i < 2; ++i) table[i]<<<1, 1>>>(n);
    (*table[1])<<<1, 1>>>(n);
    overloaded<<<1, 1>>>(d + 400); overloaded<<<1, 1>>>(n);
    nothing<<<1, 1>>>();
    func<<<1,1>>>(nullptr);
    void* args[] = {&n};
    CHECK(cudaLaunchKernel((void*)S::member, dim3(1), dim3(1), args, 0, 0));
    CHECK(cudaDeviceSynchronize());
    std::vector<float> h(1024); int hn = 0;
    CHECK(cudaMemcpy(h.data(), d, 1024 * 4, cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(&hn, n, sizeof hn, cudaMemcpyDeviceToHost));
    const bool right = h[0] == 6 && h[500] == 6.5f && h[300] == 31 && h[301] == 3 && h[400] == 2 && hn == 42;
    std::puts(right ? "OK" : "wrong");
    cudaFree(d); cudaFree(n);
    return !right;
}
