// Dense systems: Gaussian elimination with pivoting in one block, LU by a kernel a step, Jacobi and
// red-black Gauss-Seidel until a device-side residual says stop, power iteration.
#include <cuda_runtime.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define IDX(r, c, ld) ((r) * (ld) + (c))
#define DIVUP(a, b) (((a) + (b)-1) / (b))

__global__ void gauss(double *a, double *x, int n) {
    extern __shared__ double s[];
    __shared__ int pivot;
    const int ld = n + 1, t = threadIdx.x;
    for (int i = t; i < n * ld; i += blockDim.x) s[i] = a[i];
    __syncthreads();
    for (int k = 0; k < n; k++) {
        if (t == 0) {
            pivot = k;
            for (int r = k + 1; r < n; r++)
                if (fabs(s[IDX(r, k, ld)]) > fabs(s[IDX(pivot, k, ld)])) pivot = r;
        }
        __syncthreads();
        if (pivot != k)
            for (int c = t; c < ld; c += blockDim.x) {
                double swap = s[IDX(k, c, ld)];
                s[IDX(k, c, ld)] = s[IDX(pivot, c, ld)];
                s[IDX(pivot, c, ld)] = swap;
            }
        __syncthreads();
        for (int r = t; r < n; r += blockDim.x) {
            if (r == k) continue;
            const double f = s[IDX(r, k, ld)] / s[IDX(k, k, ld)];
            for (int c = k; c < ld; c++) s[IDX(r, c, ld)] -= f * s[IDX(k, c, ld)];
        }
        __syncthreads();
    }
    for (int r = t; r < n; r += blockDim.x) x[r] = s[IDX(r, n, ld)] / s[IDX(r, r, ld)];
}

__global__ void lu_column(float *a, int n, int k) {
    int i = k + 1 + blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[IDX(i, k, n)] /= a[IDX(k, k, n)];
}
__global__ void lu_rest(float *a, int n, int k) {
    int j = k + 1 + blockIdx.x * blockDim.x + threadIdx.x, i = k + 1 + blockIdx.y * blockDim.y + threadIdx.y;
    if (i < n && j < n) a[IDX(i, j, n)] -= a[IDX(i, k, n)] * a[IDX(k, j, n)];
}

__global__ void jacobi(const float *a, const float *b, const float *x, float *next, int n, unsigned *moved) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float sum = b[i];
    for (int j = 0; j < n; j++)
        if (j != i) sum -= a[IDX(i, j, n)] * x[j];
    next[i] = sum / a[IDX(i, i, n)];
    atomicMax(moved, __float_as_uint(fabsf(next[i] - x[i])));  // positive floats order like integers
}

__global__ void red_black(float *u, int n, int colour) {
    int x = 1 + blockIdx.x * blockDim.x + threadIdx.x, y = 1 + blockIdx.y * blockDim.y + threadIdx.y;
    if (x > n || y > n || (x + y) % 2 != colour) return;
    const int ld = n + 2;
    u[IDX(y, x, ld)] = 0.25f * (u[IDX(y - 1, x, ld)] + u[IDX(y + 1, x, ld)] + u[IDX(y, x - 1, ld)] + u[IDX(y, x + 1, ld)]);
}

__global__ void power_step(const double *a, double *v, int n, double *lambda) {
    __shared__ double w[64], norm[64];
    const int t = threadIdx.x;
    for (int it = 0; it < 60; it++) {
        double s = 0;
        if (t < n)
            for (int j = 0; j < n; j++) s += a[IDX(t, j, n)] * v[j];
        w[t] = s, norm[t] = s * s;
        __syncthreads();
        for (int h = blockDim.x >> 1; h; h >>= 1) {
            if (t < h) norm[t] += norm[t + h];
            __syncthreads();
        }
        const double length = sqrt(norm[0]);
        if (t < n) v[t] = w[t] / length;
        if (t == 0) *lambda = length;
        __syncthreads();
    }
}

int main() {
    const int n = 24;
    double A[n][n + 1], x[n], *dA, *dx;
    for (int i = 0; i < n; i++) {
        A[i][n] = 0;
        for (int j = 0; j < n; j++) A[i][j] = ((i * 7 + j * 13) % 11) - 5 + (i + j == n - 1 ? 20 : 0);
        for (int j = 0; j < n; j++) A[i][n] += A[i][j] * (j + 1);
    }
    cudaMalloc((void **)&dA, sizeof A), cudaMalloc((void **)&dx, sizeof x);
    cudaMemcpy(dA, A, sizeof A, cudaMemcpyHostToDevice);
    gauss<<<1, 32, sizeof A>>>(dA, dx, n);
    cudaMemcpy(x, dx, sizeof x, cudaMemcpyDeviceToHost);
    int bad = 0;
    for (int i = 0; i < n; i++) bad += fabs(x[i] - (i + 1)) > 1e-9;

    float M[n * n], LU[n * n], *dM;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) M[IDX(i, j, n)] = (i == j ? 2.0f * n : 0) + (i * j) % 5;
    cudaMalloc((void **)&dM, sizeof M);
    cudaMemcpy(dM, M, sizeof M, cudaMemcpyHostToDevice);
    for (int k = 0; k < n - 1; k++) {
        lu_column<<<DIVUP(n - k - 1, 16), 16>>>(dM, n, k);
        lu_rest<<<dim3(DIVUP(n - k - 1, 8), DIVUP(n - k - 1, 8)), dim3(8, 8)>>>(dM, n, k);
    }
    cudaMemcpy(LU, dM, sizeof LU, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double s = 0;
            for (int k = 0; k <= (i < j ? i : j); k++) s += (k == i ? 1.0 : LU[IDX(i, k, n)]) * LU[IDX(k, j, n)];
            bad += fabs(s - M[IDX(i, j, n)]) > 1e-3;
        }

    float b[n], got[n], *db, *d0, *d1;
    unsigned *d_moved, moved = ~0u;
    for (int i = 0; i < n; i++) {
        b[i] = 0;
        for (int j = 0; j < n; j++) M[IDX(i, j, n)] += i == j ? 50.0f : 0, b[i] += M[IDX(i, j, n)];
    }
    cudaMalloc((void **)&db, sizeof b), cudaMalloc((void **)&d0, sizeof b), cudaMalloc((void **)&d1, sizeof b), cudaMalloc((void **)&d_moved, 4);
    cudaMemcpy(dM, M, sizeof M, cudaMemcpyHostToDevice), cudaMemcpy(db, b, sizeof b, cudaMemcpyHostToDevice), cudaMemset(d0, 0, sizeof b);
    int rounds = 0;
    for (float change = 1; change > 1e-6f && rounds < 200; rounds++) {
        cudaMemset(d_moved, 0, 4);
        jacobi<<<DIVUP(n, 8), 8>>>(dM, db, d0, d1, n, d_moved);
        cudaMemcpy(&moved, d_moved, 4, cudaMemcpyDeviceToHost);
        memcpy(&change, &moved, 4);
        float *t = d0;
        d0 = d1, d1 = t;
    }
    cudaMemcpy(got, d0, sizeof got, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++) bad += fabs(got[i] - 1) > 1e-4;

    const int m = 16;
    float u[(m + 2) * (m + 2)] = {}, *du;
    for (int i = 0; i < m + 2; i++) u[i] = 1;
    cudaMalloc((void **)&du, sizeof u);
    cudaMemcpy(du, u, sizeof u, cudaMemcpyHostToDevice);
    for (int it = 0; it < 150; it++)
        for (int colour = 0; colour < 2; colour++) red_black<<<dim3(2, 2), dim3(8, 8)>>>(du, m, colour);
    cudaMemcpy(u, du, sizeof u, cudaMemcpyDeviceToHost);
    bad += !(fabs(u[IDX(8, 8, m + 2)] - u[IDX(8, 9, m + 2)]) < 1e-4 && u[IDX(1, 8, m + 2)] > 0.8f && u[IDX(m, 8, m + 2)] < 0.1f);

    double S[n * n], v[n], lambda;
    for (int i = 0; i < n; i++) {
        v[i] = 1;
        for (int j = 0; j < n; j++) S[IDX(i, j, n)] = (i == j ? 1 : 0) + 1.0;
    }
    cudaMemcpy(dA, S, sizeof S, cudaMemcpyHostToDevice), cudaMemcpy(dx, v, sizeof v, cudaMemcpyHostToDevice);
    double *d_lambda;
    cudaMalloc((void **)&d_lambda, 8);
    power_step<<<1, 64>>>(dA, dx, n, d_lambda);
    cudaMemcpy(&lambda, d_lambda, 8, cudaMemcpyDeviceToHost);
    bad += fabs(lambda - (n + 1)) > 1e-9;
    cudaFree(dA), cudaFree(dx), cudaFree(dM), cudaFree(db), cudaFree(d0), cudaFree(d1), cudaFree(d_moved), cudaFree(du), cudaFree(d_lambda);
    printf("%d rounds\n%s\n", rounds, bad ? "FAILED" : "OK");
    return bad != 0;
}
