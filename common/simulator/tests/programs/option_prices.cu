// Prices of European options by the closed formula: device mathematics, functions for both sides,
// read-only loads, a structure of arrays, several results a thread.
#include <cuda_runtime.h>
#include <math.h>
#include <stdio.h>

#include <vector>

#define OPT_N 1500
#define DIV_UP(a, b) (((a) + (b) - 1) / (b))

struct __align__(8) Prices {
    float call, put;
};

__host__ __device__ __forceinline__ float normal_cdf(float d) { return 0.5f * erfcf(-d * 0.70710678f); }

template <typename Real>
__host__ __device__ Prices price(Real spot, Real strike, Real years, Real rate, Real volatility) {
    const Real root = sqrt(years);
    const Real d1 = (log(spot / strike) + (rate + Real(0.5) * volatility * volatility) * years) /
                    (volatility * root);
    const Real d2 = d1 - volatility * root;
    const Real discounted = strike * exp(-rate * years);
    const Real n1 = normal_cdf(d1), n2 = normal_cdf(d2);
    return Prices{float(spot * n1 - discounted * n2), float(discounted * (1 - n2) - spot * (1 - n1))};
}

__global__ void __launch_bounds__(128, 4)
    price_options(Prices *__restrict__ prices, const float *__restrict__ spot,
                  const float *__restrict__ strike, const float *__restrict__ years, float rate,
                  float volatility, int count) {
    for (int i = blockDim.x * blockIdx.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
        prices[i] = price(__ldg(&spot[i]), __ldg(strike + i), __ldg(&years[i]), rate, volatility);
}

__global__ void fast_square_roots(float *worst, int count) {
    float largest = 0;
    for (int i = 1 + threadIdx.x; i <= count; i += blockDim.x) {
        const float x = __int2float_rn(i);
        const float error = fabsf(x * rsqrtf(x) - __fsqrt_rn(x)) / sqrtf(x);
        largest = fmaxf(largest, error);
        largest = max(largest, fabsf(__fdividef(1.0f, x) - __frcp_rn(x)) * x);
        largest = max(largest, fabsf(__expf(-x / count) - expf(-x / count)));
    }
    // Floats that are not negative keep their order as integers.
    atomicMax((int *)worst, __float_as_int(largest));
}

int main() {
    std::vector<float> host[3];
    for (int i = 0; i < OPT_N; i++) {
        host[0].push_back(5.0f + i % 25);
        host[1].push_back(1.0f + (i * 7) % 99);
        host[2].push_back(0.25f + (i % 40) * 0.25f);
    }
    float *device[3], *worst_root;
    Prices *prices;
    for (int a = 0; a < 3; a++) {
        cudaMalloc(&device[a], OPT_N * sizeof(float));
        cudaMemcpy(device[a], host[a].data(), OPT_N * sizeof(float), cudaMemcpyHostToDevice);
    }
    cudaMalloc(&prices, OPT_N * sizeof(Prices));
    cudaMalloc(&worst_root, sizeof(float));
    cudaMemset(worst_root, 0, sizeof(float));
    price_options<<<DIV_UP(OPT_N, 256), 128>>>(prices, device[0], device[1], device[2], 0.02f, 0.30f,
                                               OPT_N);
    fast_square_roots<<<1, 64>>>(worst_root, 1000);

    std::vector<Prices> got(OPT_N);
    float root_error = 1;
    cudaMemcpy(got.data(), prices, OPT_N * sizeof(Prices), cudaMemcpyDeviceToHost);
    cudaMemcpy(&root_error, worst_root, sizeof(float), cudaMemcpyDeviceToHost);
    double worst = 0;
    for (int i = 0; i < OPT_N; i++) {
        const Prices expected = price<double>(host[0][i], host[1][i], host[2][i], 0.02, 0.30);
        worst = fmax(worst, fabs(got[i].call - expected.call));
        worst = fmax(worst, fabs(got[i].put - expected.put));
    }
    for (float *d : device) cudaFree(d);
    cudaFree(prices);
    cudaFree(worst_root);
    const bool ok = worst < 1e-3 && root_error < 1e-5f && cudaGetLastError() == cudaSuccess;
    printf("worst price %.2e, worst root %.2e\n", worst, root_error);
    puts(ok ? "OK" : "FAILED");
    return !ok;
}
