// The matrix is factorised, but nobody has copied the right side to the device.
#include <cuda_runtime.h>
#include <cusolverDn.h>

int main() {
    const int n = 2;
    const double a[] = {4, 1, 1, 3};
    double *da, *db, *work;
    int *pivots, *info, size = 0;
    cudaMalloc(&da, sizeof a);
    cudaMalloc(&db, n * sizeof(double));
    cudaMalloc(&pivots, n * sizeof(int));
    cudaMalloc(&info, sizeof(int));
    cudaMemcpy(da, a, sizeof a, cudaMemcpyHostToDevice);
    cusolverDnHandle_t solver;
    cusolverDnCreate(&solver);
    cusolverDnDgetrf_bufferSize(solver, n, n, da, n, &size);
    cudaMalloc(&work, size * sizeof(double));
    cusolverDnDgetrf(solver, n, n, da, n, work, pivots, info);
    // clang-format off
    cusolverDnDgetrs(solver, CUBLAS_OP_N, n, 1, da, n, pivots, db, n, info);  // EXPECT uninitialized_read
    // clang-format on
    cudaDeviceSynchronize();
    cusolverDnDestroy(solver);
    cudaDeviceReset();
    return 0;
}
