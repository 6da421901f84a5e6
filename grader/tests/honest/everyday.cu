// What many a submission is made of: using namespace std, macros, atomics by compare-and-swap, a
// timer, function templates that launch, C beside C++.
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cuda/std/chrono>
#include <cuda/std/climits>
#include <cuda/std/cmath>
#include <cuda/std/cstdint>
#include <cuda/std/functional>
#include <cuda/std/ratio>
#include <cuda/std/type_traits>
#include <cuda/std/variant>
#include <iostream>
#include <memory>
#include <string>
#include <vector>
using namespace std;
typedef unsigned int uint;
#define TILE_DIM 32
#define IMUL(a, b) __mul24(a, b)
#define min_(a, b) ((a) < (b) ? (a) : (b))
static const int kWarp = 32;
enum class Layout : int { Row, Col };
union Bits {
    float f;
    unsigned u;
};
template <typename T, Layout L>
struct Mat {
    T* p;
    int ld;
    __host__ __device__ T& operator()(int i, int j) const {
        if constexpr (L == Layout::Row)
            return p[i * ld + j];
        else
            return p[j * ld + i];
    }
};
template <typename T>
__device__ T warpReduceSum(T v) {
    for (int o = warpSize / 2; o; o >>= 1) v += __shfl_down_sync(~0u, v, o);
    return v;
}
__device__ float atomicMaxFloat(float* a, float v) {
    int* ia = (int*)a;
    int old = *ia, assumed;
    do {
        assumed = old;
        old = atomicCAS(ia, assumed, __float_as_int(fmaxf(v, __int_as_float(assumed))));
    } while (assumed != old);
    return __int_as_float(old);
}
__device__ double atomicAddDouble(double* address, double val) {
    unsigned long long int* a = (unsigned long long int*)address;
    unsigned long long int old = *a, assumed;
    do {
        assumed = old;
        old = atomicCAS(a, assumed, __double_as_longlong(val + __longlong_as_double(assumed)));
    } while (assumed != old);
    return __longlong_as_double(old);
}
__global__ void k(Mat<float, Layout::Row> A, float* y, int n, volatile int* flag) {
    __shared__ float s[kWarp];
    extern __shared__ float4 dyn[];
    int t = threadIdx.x + IMUL(blockIdx.x, blockDim.x);
    float v = t < n ? A(t, 0) : 0.f;
    v = warpReduceSum(v);
    if ((threadIdx.x & 31) == 0) s[threadIdx.x >> 5] = v;
    __syncthreads();
    if (threadIdx.x == 0) {
        atomicMaxFloat(y, s[0]);
        *flag = 1;
        __threadfence_system();
    }
    if (t == 0) printf("%d %f\n", n, v);
    cuda::std::uint32_t c = cuda::std::sqrt(4.0f);
    y[0] += c;
    Bits b;
    b.f = v;
    y[1] = b.u;
}
class Timer {
    cudaEvent_t a, b;

  public:
    Timer() {
        cudaEventCreate(&a);
        cudaEventCreate(&b);
        cudaEventRecord(a, 0);
    }
    ~Timer() {
        cudaEventDestroy(a);
        cudaEventDestroy(b);
    }
    float ms() {
        cudaEventRecord(b, 0);
        cudaEventSynchronize(b);
        float m;
        cudaEventElapsedTime(&m, a, b);
        return m;
    }
};
template <typename... Args>
void launch(void (*kernel)(Args...), dim3 g, dim3 b, Args... args) {
    kernel<<<g, b>>>(args...);
}
inline int* cached() {
    static thread_local vector<int> cache(4);
    static int once = [] { return 7; }();
    cache[0] = once;
    return cache.data();
}
ostream& operator<<(ostream& o, const dim3& d) {
    return o << '(' << d.x << ',' << d.y << ')';
}
void f(float* y, int n) {
    Timer t;
    Mat<float, Layout::Row> A{y, n};
    int* flag;
    cudaMalloc((void**)&flag, sizeof(int));
    k<<<dim3((n + 255) / 256), 256, 64 * sizeof(float4)>>>(A, y, n, flag);
    auto fn = [](int a, auto b) -> decltype(a + b) { return a + b; };
    if (cudaError_t e = cudaGetLastError(); e != cudaSuccess) {
        cerr << cudaGetErrorString(e) << endl;
        exit(1);
    }
    cout << fn(1, 2.0) << dim3(1, 2) << t.ms() << *cached() << '\n';
    int x = 0;
    char buf[16];
    for (char c : to_string(n)) x += isdigit((unsigned char)c) ? c - '0' : toupper(c);
    snprintf(buf, sizeof buf, "%d", x);
    string s = buf;
    s += "x";
    puts(s.c_str());
    unique_ptr<float[]> h(new float[n]);
    generate_n(h.get(), n, [] { return rand() / (float)RAND_MAX; });
    float* p = (float*)malloc(sizeof(float) * n);
    if (!p) abort();
    qsort(p, n, sizeof(float),
          [](const void* a, const void* b) { return *(float*)a < *(float*)b ? -1 : 1; });
    free(p);
    float* q = (float*)calloc(n, 4);
    q = (float*)realloc(q, 8 * n);
    free(q);
    switch (n % 3) {
        case 0:
            x++;
            [[fallthrough]];
        case 1:
            x--;
            break;
        default:
            goto done;
    }
done:
    cudaFree(flag);
    (void)x;
    atexit([] {});
}
