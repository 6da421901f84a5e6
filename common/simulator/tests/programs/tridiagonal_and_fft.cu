// Parallel cyclic reduction in shared memory, and a radix-2 FFT of complex numbers with twiddles in
// constant memory and __restrict__ pointers; both against the host.
#include <cuComplex.h>
#include <cuda_runtime.h>

#include <cmath>
#include <complex>
#include <cstdio>
#include <vector>

constexpr int n = 64, bits = 6;
__constant__ cuFloatComplex twiddle[n / 2];

__global__ void fft(const cuFloatComplex* __restrict__ in, cuFloatComplex* __restrict__ out) {
    __shared__ cuFloatComplex x[n];
    const int t = threadIdx.x;
    in += blockIdx.x * n;
    out += blockIdx.x * n;
    x[__brev(t) >> (32 - bits)] = in[t];
    x[__brev(t + n / 2) >> (32 - bits)] = in[t + n / 2];
    __syncthreads();
    for (int half = 1; half < n; half *= 2) {
        const int k = t % half, at = (t / half) * 2 * half + k;
        const cuFloatComplex a = x[at], b = cuCmulf(x[at + half], twiddle[k * (n / 2 / half)]);
        x[at] = cuCaddf(a, b);
        x[at + half] = cuCsubf(a, b);
        __syncthreads();
    }
    out[t] = x[t];
    out[t + n / 2] = x[t + n / 2];
}

__global__ void cyclic_reduction(const double* a, const double* b, const double* c, const double* d,
                                 double* x) {
    __shared__ double A[n], B[n], C[n], D[n];
    const int i = threadIdx.x;
    A[i] = a[i], B[i] = b[i], C[i] = c[i], D[i] = d[i];
    for (int step = 1; step < n; step *= 2) {
        __syncthreads();
        double na = 0, nb = B[i], nc = 0, nd = D[i];
        if (i >= step) {
            const double f = -A[i] / B[i - step];
            na = f * A[i - step], nb += f * C[i - step], nd += f * D[i - step];
        }
        if (i + step < n) {
            const double f = -C[i] / B[i + step];
            nc = f * C[i + step], nb += f * A[i + step], nd += f * D[i + step];
        }
        __syncthreads();
        A[i] = na, B[i] = nb, C[i] = nc, D[i] = nd;
    }
    x[i] = D[i] / B[i];
}

int main() {
    std::vector<cuFloatComplex> table(n / 2), in(2 * n), out(2 * n);
    const double pi = std::acos(-1.0);
    for (int k = 0; k < n / 2; ++k)
        table[k] =
            make_cuFloatComplex(float(std::cos(2 * pi * k / n)), float(-std::sin(2 * pi * k / n)));
    cudaMemcpyToSymbol(twiddle, table.data(), sizeof twiddle);
    for (int i = 0; i < 2 * n; ++i) in[i] = make_cuFloatComplex(float(i % 7), float(i % 3));
    cuFloatComplex *d_in, *d_out;
    cudaMalloc(&d_in, 2 * n * sizeof *d_in);
    cudaMalloc(&d_out, 2 * n * sizeof *d_out);
    cudaMemcpy(d_in, in.data(), 2 * n * sizeof *d_in, cudaMemcpyHostToDevice);
    fft<<<2, n / 2>>>(d_in, d_out);
    cudaMemcpy(out.data(), d_out, 2 * n * sizeof *d_out, cudaMemcpyDeviceToHost);
    bool ok = true;
    for (int b = 0; b < 2; ++b)
        for (int k = 0; k < n; ++k) {
            std::complex<double> sum = 0;
            for (int i = 0; i < n; ++i) {
                const cuFloatComplex v = in[b * n + i];
                sum += std::complex<double>(v.x, v.y) * std::polar(1.0, -2 * pi * i * k / n);
            }
            ok = ok &&
                 std::abs(sum - std::complex<double>(out[b * n + k].x, out[b * n + k].y)) < 1e-3;
        }
    double a[n], b[n], c[n], d[n], x[n], *dev;
    for (int i = 0; i < n; ++i) a[i] = i ? 1 : 0, b[i] = 4, c[i] = i + 1 < n ? 1 : 0, d[i] = i;
    cudaMalloc(&dev, 5 * n * sizeof(double));
    cudaMemcpy(dev, a, sizeof a, cudaMemcpyHostToDevice);
    cudaMemcpy(dev + n, b, sizeof b, cudaMemcpyHostToDevice);
    cudaMemcpy(dev + 2 * n, c, sizeof c, cudaMemcpyHostToDevice);
    cudaMemcpy(dev + 3 * n, d, sizeof d, cudaMemcpyHostToDevice);
    cyclic_reduction<<<1, n>>>(dev, dev + n, dev + 2 * n, dev + 3 * n, dev + 4 * n);
    cudaMemcpy(x, dev + 4 * n, sizeof x, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; ++i) {
        const double row = (i ? x[i - 1] : 0) + 4 * x[i] + (i + 1 < n ? x[i + 1] : 0);
        ok = ok && std::fabs(row - d[i]) < 1e-9;
    }
    std::puts(ok ? "OK" : "wrong");
    cudaFree(d_in);
    cudaFree(d_out);
    cudaFree(dev);
}
