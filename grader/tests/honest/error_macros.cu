// The error macros of a dozen textbooks, above an #include, and names made by pasting.
#define CHECK(call)                                                                      \
    do {                                                                                 \
        const cudaError_t error = call;                                                  \
        if (error != cudaSuccess) {                                                      \
            fprintf(stderr, "Error: %s:%d, ", __FILE__, __LINE__);                       \
            fprintf(stderr, "code: %d, reason: %s\n", error, cudaGetErrorString(error)); \
            exit(EXIT_FAILURE);                                                          \
        }                                                                                \
    } while (0)
#define gpuErrchk(ans) gpu_assert((ans), __FILE__, __LINE__)
#define CEIL_DIV(a, b) (((a) + (b)-1) / (b))
#define IDX2C(i, j, ld) (((j) * (ld)) + (i))
#define WITH_TYPE(name, T)                        \
    __global__ void name##_##T(T* y, int n) {     \
        if (threadIdx.x < n) y[threadIdx.x] += 1; \
    }
#define UNIQUE2(name, line) name##line
#define UNIQUE(name, line) UNIQUE2(name, line)
#define STRING(x) #x
#define LOG(...) fprintf(stderr, __VA_ARGS__)
#define UNROLL _Pragma("unroll")
#include <cassert>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>

inline void gpu_assert(cudaError_t code, const char* file, int line, bool abort = true) {
    if (code == cudaSuccess) return;
    fprintf(stderr, "GPUassert: %s %s %d\n", cudaGetErrorString(code), file, line);
    if (abort) exit(code);
}

WITH_TYPE(increment, float)
WITH_TYPE(increment, int)

void f(float* y, int n, int* z) {
    int UNIQUE(counter_, __LINE__) = 0;
    assert(n > 0 && "n must be positive");
    static_assert(CEIL_DIV(5, 2) == 3, STRING(CEIL_DIV));
    increment_float<<<CEIL_DIV(n, 256), 256>>>(y, n);
    increment_int<<<1, 32>>>(z + IDX2C(0, 0, n), n);
    CHECK(cudaGetLastError());
    gpuErrchk(cudaDeviceSynchronize());
    LOG("%d\n", n);
    UNROLL
    for (int i = 0; i < 4; ++i) n += i;
    if (n < 0) throw std::runtime_error("negative: " + std::to_string(n));
}
