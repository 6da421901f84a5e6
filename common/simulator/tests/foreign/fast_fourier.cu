// Fourier transforms with cuComplex: a Stockham FFT in shared memory by one block a signal, a naive
// DFT beside it, convolution by pointwise products; polynomials by a number-theoretic transform.
#include <cuComplex.h>
#include <cstdio>
#include <cmath>
#include <vector>

static constexpr int LOG = 6, SIZE = 1 << LOG;

__global__ void fft_rows(cuFloatComplex *data, int sign) {
    __shared__ cuFloatComplex a[2][SIZE];
    cuFloatComplex *row = data + blockIdx.x * SIZE;
    const int t = threadIdx.x;
    a[0][t] = row[t];
    a[0][t + SIZE / 2] = row[t + SIZE / 2];
    __syncthreads();
    int from = 0;
    for (int half = 1; half < SIZE; half <<= 1, from ^= 1) {
        const int k = t & (half - 1), j = t - k;
        float s, c;
        sincospif(sign * float(k) / half, &s, &c);
        const cuFloatComplex even = a[from][t], odd = cuCmulf(a[from][t + SIZE / 2], make_cuFloatComplex(c, s));
        a[from ^ 1][2 * j + k] = cuCaddf(even, odd);
        a[from ^ 1][2 * j + k + half] = cuCsubf(even, odd);
        __syncthreads();
    }
    row[t] = a[from][t];
    row[t + SIZE / 2] = a[from][t + SIZE / 2];
}
__global__ void dft(const cuDoubleComplex *in, cuDoubleComplex *out, int n) {
    const int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k >= n) return;
    cuDoubleComplex sum = make_cuDoubleComplex(0, 0);
    for (int i = 0; i < n; i++) {
        double s, c;
        sincospi(-2.0 * ((long long)i * k % n) / n, &s, &c);
        sum = cuCfma(in[i], make_cuDoubleComplex(c, s), sum);
    }
    out[k] = sum;
}
__global__ void multiply_and_scale(cuComplex *a, const cuComplex *b, int n, float scale) {
    for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x) {
        const cuComplex p = cuCmulf(a[i], b[i]);
        a[i] = make_cuComplex(p.x * scale, cuCimagf(p) * scale);
    }
}

constexpr unsigned MOD = 998244353, ROOT = 3;
__host__ __device__ unsigned power(unsigned base, unsigned e) {
    unsigned long long r = 1, b = base;
    for (; e; e >>= 1, b = b * b % MOD)
        if (e & 1) r = r * b % MOD;
    return (unsigned)r;
}
__global__ void ntt(unsigned *a, int n, bool inverse) {
    const int t = threadIdx.x;
    for (int i = t; i < n; i += blockDim.x) {
        const int j = __brev(i) >> (33 - __ffs(n));
        if (i < j) {
            const unsigned x = a[i];
            a[i] = a[j], a[j] = x;
        }
    }
    for (int len = 2; len <= n; len <<= 1) {
        __syncthreads();
        unsigned w = power(ROOT, (MOD - 1) / len);
        if (inverse) w = power(w, MOD - 2);
        for (int i = t; i < n / 2; i += blockDim.x) {
            const int k = i % (len / 2), at = i / (len / 2) * len + k;
            const unsigned u = a[at], v = (unsigned)(1ull * a[at + len / 2] * power(w, k) % MOD);
            a[at] = u + v >= MOD ? u + v - MOD : u + v;
            a[at + len / 2] = u >= v ? u - v : u + MOD - v;
        }
    }
    __syncthreads();
    if (inverse)
        for (int i = t; i < n; i += blockDim.x) a[i] = (unsigned)(1ull * a[i] * power(n, MOD - 2) % MOD);
}

int main() {
    const int rows = 3;
    std::vector<cuFloatComplex> h(rows * SIZE), f(rows * SIZE);
    std::vector<cuDoubleComplex> d(SIZE), df(SIZE);
    for (int i = 0; i < rows * SIZE; i++) h[i] = make_cuFloatComplex((i * 37 % 17) - 8.0f, (i * 11 % 5) - 2.0f);
    for (int i = 0; i < SIZE; i++) d[i] = cuComplexFloatToDouble(h[SIZE + i]);
    cuFloatComplex *x;
    cuDoubleComplex *p, *q;
    cudaMalloc(&x, h.size() * sizeof *x), cudaMalloc(&p, SIZE * sizeof *p), cudaMalloc(&q, SIZE * sizeof *q);
    cudaMemcpy(x, h.data(), h.size() * sizeof *x, cudaMemcpyHostToDevice);
    cudaMemcpy(p, d.data(), SIZE * sizeof *p, cudaMemcpyHostToDevice);
    fft_rows<<<rows, SIZE / 2>>>(x, -1);
    dft<<<2, SIZE / 2>>>(p, q, SIZE);
    cudaMemcpy(f.data(), x, h.size() * sizeof *x, cudaMemcpyDeviceToHost);
    cudaMemcpy(df.data(), q, SIZE * sizeof *q, cudaMemcpyDeviceToHost);
    double worst = 0;
    for (int k = 0; k < SIZE; k++) worst = fmax(worst, cuCabs(cuCsub(cuComplexFloatToDouble(f[SIZE + k]), df[k])));
    // Row 0 circularly convolved with row 1.
    multiply_and_scale<<<2, 16>>>(x, x + SIZE, SIZE, 1.0f / SIZE);
    fft_rows<<<1, SIZE / 2>>>(x, +1);
    cudaMemcpy(f.data(), x, SIZE * sizeof *x, cudaMemcpyDeviceToHost);
    for (int k = 0; k < SIZE; k++) {
        cuComplex sum = make_cuComplex(0, 0);
        for (int i = 0; i < SIZE; i++) sum = cuCfmaf(h[i], h[SIZE + (k - i + SIZE) % SIZE], sum);
        worst = fmax(worst, cuCabsf(cuCsubf(sum, f[k])) / 100);
    }

    unsigned a[32] = {}, b[32] = {}, *da, *db;
    for (int i = 0; i < 16; i++) a[i] = i + 1, b[i] = 3 * i + 2;
    unsigned product[32] = {};
    for (int i = 0; i < 16; i++)
        for (int j = 0; j < 16; j++) product[i + j] += a[i] * b[j];
    cudaMalloc(&da, sizeof a), cudaMalloc(&db, sizeof b);
    cudaMemcpy(da, a, sizeof a, cudaMemcpyHostToDevice), cudaMemcpy(db, b, sizeof b, cudaMemcpyHostToDevice);
    ntt<<<1, 16>>>(da, 32, false), ntt<<<1, 16>>>(db, 32, false);
    cudaMemcpy(a, da, sizeof a, cudaMemcpyDeviceToHost), cudaMemcpy(b, db, sizeof b, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 32; i++) a[i] = (unsigned)(1ull * a[i] * b[i] % MOD);
    cudaMemcpy(da, a, sizeof a, cudaMemcpyHostToDevice);
    ntt<<<1, 16>>>(da, 32, true);
    cudaMemcpy(a, da, sizeof a, cudaMemcpyDeviceToHost);
    bool ok = worst < 2e-3;
    for (int i = 0; i < 32; i++) ok = ok && a[i] == product[i];
    cudaFree(x), cudaFree(p), cudaFree(q), cudaFree(da), cudaFree(db);
    printf("%g\n%s\n", worst, ok ? "OK" : "FAILED");
    return !ok;
}
