// cuRAND called by the host: uniform, normal, log-normal, Poisson and whole numbers in device
// memory and in the host's; seeds and offsets that give a sequence again; a matrix filled for
// cuBLAS. NVCC: -lcurand -lcublas
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <curand.h>
#include <curand_kernel.h>

#include <cmath>
#include <cstdio>
#include <vector>

static int failures = 0;
static void expect(bool good, const char* what) {
    if (good) return;
    ++failures;
    std::printf("FAILED %s\n", what);
}
#define CURAND_CALL(x)                                           \
    do {                                                         \
        if ((x) != CURAND_STATUS_SUCCESS) {                      \
            std::printf("Error at %s:%d\n", __FILE__, __LINE__); \
            return EXIT_FAILURE;                                 \
        }                                                        \
    } while (0)

struct Moments {
    double mean = 0, deviation = 0;
    bool all_positive = true, all_up_to_one = true;
};
template <class T>
Moments moments(const T* on_device, size_t n) {
    std::vector<T> values(n);
    cudaMemcpy(values.data(), on_device, n * sizeof(T), cudaMemcpyDeviceToHost);
    Moments m;
    for (const T x : values) {
        m.mean += double(x) / n;
        m.deviation += double(x) * double(x) / n;
        m.all_positive = m.all_positive && x > 0;
        m.all_up_to_one = m.all_up_to_one && x <= 1;
    }
    m.deviation = std::sqrt(m.deviation - m.mean * m.mean);
    return m;
}
static bool near(double found, double expected) {
    return std::fabs(found - expected) < 0.02 * std::fmax(1, std::fabs(expected));
}

template <class T>
int distributions(curandGenerator_t generator, T* data, size_t n) {
    if constexpr (sizeof(T) == 4) {
        CURAND_CALL(curandGenerateUniform(generator, data, n));
    } else {
        CURAND_CALL(curandGenerateUniformDouble(generator, data, n));
    }
    const Moments uniform = moments(data, n);
    expect(uniform.all_positive && uniform.all_up_to_one && near(uniform.mean, 0.5) &&
               near(uniform.deviation, std::sqrt(1 / 12.0)),
           "uniform");
    if constexpr (sizeof(T) == 4) {
        CURAND_CALL(curandGenerateNormal(generator, data, n, 3.0f, 2.0f));
    } else {
        CURAND_CALL(curandGenerateNormalDouble(generator, data, n, 3.0, 2.0));
    }
    const Moments normal = moments(data, n);
    expect(near(normal.mean, 3) && near(normal.deviation, 2) && !normal.all_positive, "normal");
    if constexpr (sizeof(T) == 4) {
        CURAND_CALL(curandGenerateLogNormal(generator, data, n, 0.0f, 0.5f));
    } else {
        CURAND_CALL(curandGenerateLogNormalDouble(generator, data, n, 0.0, 0.5));
    }
    const Moments log_normal = moments(data, n);
    expect(log_normal.all_positive && near(log_normal.mean, std::exp(0.125)), "log-normal");
    return 0;
}

// In a kernel: Poisson numbers, and several at once.
template <class State>
__global__ void poisson(unsigned int* counts, double lambda) {
    State state;
    const int i = threadIdx.x + blockIdx.x * blockDim.x;
    curand_init(5, i, 0, &state);
    counts[i] = curand_poisson(&state, lambda);
}
__global__ void several(double* x) {
    curandStatePhilox4_32_10_t state;
    const int i = threadIdx.x + blockIdx.x * blockDim.x;
    curand_init(5, i, 0, &state);
    const double4 uniform = curand_uniform4_double(&state), normal = curand_normal4_double(&state);
    const float4 log_normal = curand_log_normal4(&state, 0.0f, 0.5f);
    const double4 other = curand_log_normal4_double(&state, 0.0, 0.5);
    const uint4 counts = curand_poisson4(&state, 2.0);
    x[i] = (uniform.x + uniform.w - 1) + (normal.x + normal.w) +
           (log_normal.y + log_normal.z + other.x + other.w - 4 * exp(0.125)) +
           (counts.x + counts.w - 4.0);
}
static void in_kernels(unsigned int* counts, double* x) {
    const int blocks = 64, threads = 128, n = blocks * threads;
    poisson<curandState><<<blocks, threads>>>(counts, 3.5);
    expect(near(moments(counts, n).mean, 3.5), "Poisson in a kernel");
    poisson<curandStatePhilox4_32_10_t><<<blocks, threads>>>(counts, 40);
    const Moments larger = moments(counts, n);
    expect(near(larger.mean, 40) && near(larger.deviation, std::sqrt(40.0)), "larger ones");
    poisson<curandState><<<blocks, threads>>>(counts, 10000);
    expect(near(moments(counts, n).mean, 10000), "large ones");
    several<<<blocks, threads>>>(x);
    expect(std::fabs(moments(x, n).mean) < 0.1, "several at once");
}

int main() {
    const size_t n = 1 << 16;
    float *x, *y;
    double* z;
    unsigned int* words;
    cudaMalloc(&x, n * sizeof(float));
    cudaMalloc(&y, n * sizeof(float));
    cudaMalloc(&z, n * sizeof(double));
    cudaMalloc(&words, n * sizeof(unsigned int));
    curandGenerator_t generator;
    CURAND_CALL(curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_DEFAULT));
    CURAND_CALL(curandSetPseudoRandomGeneratorSeed(generator, 1234ULL));
    if (distributions(generator, x, n) || distributions(generator, z, n)) return EXIT_FAILURE;
    CURAND_CALL(curandGenerate(generator, words, n));
    expect(near(moments(words, n).mean / 4294967296.0, 0.5), "words");
    CURAND_CALL(curandGeneratePoisson(generator, words, n, 5.5));
    const Moments poisson = moments(words, n);
    expect(near(poisson.mean, 5.5) && near(poisson.deviation, std::sqrt(5.5)), "Poisson");
    expect(curandGenerateNormal(generator, x, 7, 0, 1) == CURAND_STATUS_LENGTH_NOT_MULTIPLE,
           "odd number of normal ones");

    // The second half of a sequence, on the host, where the first one was on the device.
    std::vector<float> first(n), again(n / 2);
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    CURAND_CALL(curandSetStream(generator, stream));
    CURAND_CALL(curandSetPseudoRandomGeneratorSeed(generator, 7));
    CURAND_CALL(curandGenerateUniform(generator, x, n));
    cudaMemcpyAsync(first.data(), x, n * sizeof(float), cudaMemcpyDeviceToHost, stream);
    cudaStreamSynchronize(stream);
    curandGenerator_t of_host;
    CURAND_CALL(curandCreateGeneratorHost(&of_host, CURAND_RNG_PSEUDO_DEFAULT));
    CURAND_CALL(curandSetPseudoRandomGeneratorSeed(of_host, 7));
    CURAND_CALL(curandSetGeneratorOffset(of_host, n / 2));
    CURAND_CALL(curandGenerateUniform(of_host, again.data(), n / 2));
    bool same = true;
    for (size_t i = 0; i < n / 2; ++i) same = same && again[i] == first[n / 2 + i];
    expect(same, "the same sequence from its middle");

    // Philox's first numbers are the toolkit's: as NVIDIA's sample of this generator prints them.
    curandGenerator_t philox;
    CURAND_CALL(curandCreateGeneratorHost(&philox, CURAND_RNG_PSEUDO_PHILOX4_32_10));
    CURAND_CALL(curandSetPseudoRandomGeneratorSeed(philox, 1234));
    CURAND_CALL(curandGenerateUniform(philox, first.data(), 12));
    expect(std::fabs(first[0] - 0.127208f) < 1e-6f && std::fabs(first[4] - 0.816736f) < 1e-6f &&
               std::fabs(first[11] - 0.258264f) < 1e-6f,
           "Philox");
    CURAND_CALL(curandDestroyGenerator(philox));

    // A matrix of random numbers times one of ones.
    const int rows = 16;
    const float one = 1, zero = 0;
    std::vector<float> ones(rows * rows, 1), A(rows * rows), C(rows * rows);
    cudaMemcpy(y, ones.data(), rows * rows * sizeof(float), cudaMemcpyHostToDevice);
    cublasHandle_t handle;
    cublasCreate(&handle);
    cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, rows, rows, rows, &one, x, rows, y, rows, &zero,
                (float*)z, rows);
    cudaMemcpy(A.data(), x, rows * rows * sizeof(float), cudaMemcpyDeviceToHost);
    cudaMemcpy(C.data(), z, rows * rows * sizeof(float), cudaMemcpyDeviceToHost);
    float sum = 0;
    for (int j = 0; j < rows; ++j) sum += A[j * rows];
    expect(std::fabs(C[0] - sum) < 1e-4f, "product");

    in_kernels(words, z);
    cublasDestroy(handle);
    CURAND_CALL(curandDestroyGenerator(of_host));
    CURAND_CALL(curandDestroyGenerator(generator));
    expect(curandGenerateUniform(generator, x, n) == CURAND_STATUS_NOT_INITIALIZED, "destroyed");
    cudaStreamDestroy(stream);
    cudaFree(x);
    cudaFree(y);
    cudaFree(z);
    cudaFree(words);
    if (failures == 0) std::puts("OK");
    return failures;
}
