// A portability layer as HPC codes carry one: everything behind macros, kernels declared by macro,
// launches by macro, one source for float and double, fields by token pasting.
#include <cstdio>
#include <cstdlib>
#include <cmath>

#ifdef __CUDACC__
#define DEVICE __device__ __forceinline__
#define KERNEL(name, ...) __global__ void name(__VA_ARGS__)
#define LAUNCH(kernel, work, ...)                                             \
    do {                                                                      \
        const int threads_ = 96, blocks_ = ((work) + threads_ - 1) / threads_; \
        kernel<<<blocks_, threads_>>>(__VA_ARGS__);                           \
        SAFE(cudaPeekAtLastError());                                          \
    } while (0)
#define GLOBAL_ID (blockIdx.x * blockDim.x + threadIdx.x)
#define GLOBAL_SIZE (gridDim.x * blockDim.x)
#define LOCAL __shared__
#define BARRIER __syncthreads()
#else
#error "a CUDA compiler is needed"
#endif
#define SAFE(call) (safe_((call), #call, __LINE__))
#define FOR_EACH(i, n) for (int i = (int)GLOBAL_ID; i < (n); i += (int)GLOBAL_SIZE)
#define FIELD(type, name) type *name##_h, *name##_d
#define ALLOCATE(f, n) (f##_h = (decltype(f##_h))calloc(n, sizeof *f##_h), SAFE(cudaMalloc(&f##_d, (n) * sizeof *f##_d)))
#define UPLOAD(f, n) SAFE(cudaMemcpy(f##_d, f##_h, (n) * sizeof *f##_h, cudaMemcpyHostToDevice))
#define DOWNLOAD(f, n) SAFE(cudaMemcpy(f##_h, f##_d, (n) * sizeof *f##_h, cudaMemcpyDeviceToHost))
#define RELEASE(f) (free(f##_h), SAFE(cudaFree(f##_d)))

static void safe_(cudaError_t e, const char *what, int line) {
    if (e == cudaSuccess) return;
    fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, line, what, cudaGetErrorString(e));
    abort();
}

#define DEFINE_KERNELS(REAL, SUFFIX)                                                       \
    DEVICE REAL square_##SUFFIX(REAL x) { return x * x; }                                  \
    KERNEL(advance_##SUFFIX, REAL *x, REAL *v, const REAL *a, REAL dt, int n) {            \
        FOR_EACH(i, n) {                                                                   \
            v[i] += dt * a[i];                                                             \
            x[i] += dt * v[i];                                                             \
        }                                                                                  \
    }                                                                                      \
    KERNEL(energy_##SUFFIX, const REAL *v, REAL *sum, int n) {                             \
        LOCAL REAL part[96];                                                               \
        REAL mine = 0;                                                                     \
        FOR_EACH(i, n) mine += square_##SUFFIX(v[i]) / 2;                                  \
        part[threadIdx.x] = mine;                                                          \
        BARRIER;                                                                           \
        for (int s = 48; s >= 3; s /= 2) {                                                 \
            if (threadIdx.x < s) part[threadIdx.x] += part[threadIdx.x + s];               \
            BARRIER;                                                                       \
        }                                                                                  \
        if (threadIdx.x == 0) atomicAdd(sum, part[0] + part[1] + part[2]);                 \
    }                                                                                      \
    static bool run_##SUFFIX() {                                                           \
        const int n = 500;                                                                 \
        FIELD(REAL, x);                                                                    \
        FIELD(REAL, v);                                                                    \
        FIELD(REAL, a);                                                                    \
        FIELD(REAL, e);                                                                    \
        ALLOCATE(x, n), ALLOCATE(v, n), ALLOCATE(a, n), ALLOCATE(e, 1);                    \
        for (int i = 0; i < n; i++) x_h[i] = i, v_h[i] = 1, a_h[i] = i % 2 ? 2 : -2;       \
        UPLOAD(x, n), UPLOAD(v, n), UPLOAD(a, n), UPLOAD(e, 1);                            \
        for (int step = 0; step < 4; step++) LAUNCH(advance_##SUFFIX, n, x_d, v_d, a_d, (REAL)0.25, n); \
        LAUNCH(energy_##SUFFIX, n, v_d, e_d, n);                                           \
        DOWNLOAD(x, n), DOWNLOAD(v, n), DOWNLOAD(e, 1);                                    \
        bool ok = e_h[0] == n / 2 * (REAL)(9 + 1) / 2;                                     \
        for (int i = 0; i < n; i++) ok = ok && x_h[i] == i + (REAL)(i % 2 ? 2.25 : -0.25); \
        RELEASE(x), RELEASE(v), RELEASE(a), RELEASE(e);                                    \
        return ok;                                                                         \
    }
DEFINE_KERNELS(float, f32)
DEFINE_KERNELS(double, f64)

int main() {
    const bool ok = run_f32() && run_f64();
    puts(ok ? "OK" : "FAILED");
    return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}
