// <cublas_v2.h> on the simulator: levels 1 to 3 for float and double, and products of halves and
// complex numbers. Every function is one operation of the handle's stream, whose reads and writes
// are checked like a copy's; see docs/simulator.md.
#pragma once

#include "cusim/letters_hidden.hpp"

#include "cuComplex.h"
#include "cuda_fp16.h"
#include "cuda_runtime_api.h"
#include "library_types.h"

#define CUBLAS_VER_MAJOR 13
#define CUBLAS_VER_MINOR 0
#define CUBLAS_VER_PATCH 0
#define CUBLAS_VERSION 130000

typedef struct cublasContext* cublasHandle_t;

typedef enum {
    CUBLAS_STATUS_SUCCESS = 0,
    CUBLAS_STATUS_NOT_INITIALIZED = 1,
    CUBLAS_STATUS_ALLOC_FAILED = 3,
    CUBLAS_STATUS_INVALID_VALUE = 7,
    CUBLAS_STATUS_ARCH_MISMATCH = 8,
    CUBLAS_STATUS_MAPPING_ERROR = 11,
    CUBLAS_STATUS_EXECUTION_FAILED = 13,
    CUBLAS_STATUS_INTERNAL_ERROR = 14,
    CUBLAS_STATUS_NOT_SUPPORTED = 15,
    CUBLAS_STATUS_LICENSE_ERROR = 16,
} cublasStatus_t;

typedef enum { CUBLAS_FILL_MODE_LOWER = 0, CUBLAS_FILL_MODE_UPPER = 1 } cublasFillMode_t;
typedef enum { CUBLAS_DIAG_NON_UNIT = 0, CUBLAS_DIAG_UNIT = 1 } cublasDiagType_t;
typedef enum { CUBLAS_SIDE_LEFT = 0, CUBLAS_SIDE_RIGHT = 1 } cublasSideMode_t;
typedef enum { CUBLAS_OP_N = 0, CUBLAS_OP_T = 1, CUBLAS_OP_C = 2 } cublasOperation_t;
typedef enum { CUBLAS_POINTER_MODE_HOST = 0, CUBLAS_POINTER_MODE_DEVICE = 1 } cublasPointerMode_t;
typedef enum { CUBLAS_ATOMICS_NOT_ALLOWED = 0, CUBLAS_ATOMICS_ALLOWED = 1 } cublasAtomicsMode_t;
typedef enum {
    CUBLAS_GEMM_DFALT = -1,
    CUBLAS_GEMM_DEFAULT = -1,
    CUBLAS_GEMM_DEFAULT_TENSOR_OP = 99,
} cublasGemmAlgo_t;
typedef enum {
    CUBLAS_DEFAULT_MATH = 0,
    CUBLAS_TENSOR_OP_MATH = 1,
    CUBLAS_PEDANTIC_MATH = 2,
    CUBLAS_TF32_TENSOR_OP_MATH = 3,
} cublasMath_t;
typedef enum {
    CUBLAS_COMPUTE_16F = 64,
    CUBLAS_COMPUTE_16F_PEDANTIC = 65,
    CUBLAS_COMPUTE_32F = 68,
    CUBLAS_COMPUTE_32F_PEDANTIC = 69,
    CUBLAS_COMPUTE_64F = 70,
    CUBLAS_COMPUTE_64F_PEDANTIC = 71,
    CUBLAS_COMPUTE_32I = 72,
    CUBLAS_COMPUTE_32I_PEDANTIC = 73,
    CUBLAS_COMPUTE_32F_FAST_16F = 74,
    CUBLAS_COMPUTE_32F_FAST_16BF = 75,
    CUBLAS_COMPUTE_32F_FAST_TF32 = 77,
} cublasComputeType_t;

#if defined(__cplusplus)
extern "C" {
#endif

// ---- Handles -----------------------------------------------------------------------------------
cublasStatus_t cublasCreate(cublasHandle_t* handle);
cublasStatus_t cublasDestroy(cublasHandle_t handle);
cublasStatus_t cublasGetVersion(cublasHandle_t handle, int* version);
cublasStatus_t cublasSetStream(cublasHandle_t handle, cudaStream_t stream);
cublasStatus_t cublasGetStream(cublasHandle_t handle, cudaStream_t* stream);
cublasStatus_t cublasSetPointerMode(cublasHandle_t handle, cublasPointerMode_t mode);
cublasStatus_t cublasGetPointerMode(cublasHandle_t handle, cublasPointerMode_t* mode);
cublasStatus_t cublasSetMathMode(cublasHandle_t handle, cublasMath_t mode);
cublasStatus_t cublasGetMathMode(cublasHandle_t handle, cublasMath_t* mode);
cublasStatus_t cublasSetAtomicsMode(cublasHandle_t handle, cublasAtomicsMode_t mode);
cublasStatus_t cublasSetWorkspace(cublasHandle_t handle, void* workspace, size_t size);
const char* cublasGetStatusName(cublasStatus_t status);
const char* cublasGetStatusString(cublasStatus_t status);

// ---- Copies between host and device ------------------------------------------------------------
cublasStatus_t cublasSetVector(int n, int size, const void* x, int incx, void* d_y, int incy);
cublasStatus_t cublasGetVector(int n, int size, const void* d_x, int incx, void* y, int incy);
cublasStatus_t cublasSetMatrix(int rows, int cols, int size, const void* A, int lda, void* d_B,
                               int ldb);
cublasStatus_t cublasGetMatrix(int rows, int cols, int size, const void* d_A, int lda, void* B,
                               int ldb);
cublasStatus_t cublasSetVectorAsync(int n, int size, const void* x, int incx, void* d_y, int incy,
                                    cudaStream_t stream);
cublasStatus_t cublasGetVectorAsync(int n, int size, const void* d_x, int incx, void* y, int incy,
                                    cudaStream_t stream);
cublasStatus_t cublasSetMatrixAsync(int rows, int cols, int size, const void* A, int lda, void* d_B,
                                    int ldb, cudaStream_t stream);
cublasStatus_t cublasGetMatrixAsync(int rows, int cols, int size, const void* d_A, int lda, void* B,
                                    int ldb, cudaStream_t stream);

// The symbol is CUDA's, so that a library that replaces this function can be linked in its place.
cublasStatus_t cublasSgemv(cublasHandle_t h, cublasOperation_t trans, int m, int n,
                           const float* alpha, const float* A, int lda, const float* x, int incx,
                           const float* beta, float* y, int incy) __asm__("cublasSgemv_v2");

// ---- Levels 1 to 3, once for each type ---------------------------------------------------------
// clang-format off
#define CUSIM_BLAS(T, S, s)                                                                        \
cublasStatus_t cublasI##s##amax(cublasHandle_t h, int n, const T* x, int incx, int* result);       \
cublasStatus_t cublasI##s##amin(cublasHandle_t h, int n, const T* x, int incx, int* result);       \
cublasStatus_t cublas##S##asum(cublasHandle_t h, int n, const T* x, int incx, T* result);          \
cublasStatus_t cublas##S##nrm2(cublasHandle_t h, int n, const T* x, int incx, T* result);          \
cublasStatus_t cublas##S##dot(cublasHandle_t h, int n, const T* x, int incx, const T* y, int incy, \
                              T* result);                                                          \
cublasStatus_t cublas##S##axpy(cublasHandle_t h, int n, const T* alpha, const T* x, int incx,      \
                               T* y, int incy);                                                    \
cublasStatus_t cublas##S##scal(cublasHandle_t h, int n, const T* alpha, T* x, int incx);           \
cublasStatus_t cublas##S##copy(cublasHandle_t h, int n, const T* x, int incx, T* y, int incy);     \
cublasStatus_t cublas##S##swap(cublasHandle_t h, int n, T* x, int incx, T* y, int incy);           \
cublasStatus_t cublas##S##rot(cublasHandle_t h, int n, T* x, int incx, T* y, int incy, const T* c, \
                              const T* sine);                                                      \
cublasStatus_t cublas##S##gemv(cublasHandle_t h, cublasOperation_t trans, int m, int n,            \
                               const T* alpha, const T* A, int lda, const T* x, int incx,          \
                               const T* beta, T* y, int incy);                                     \
cublasStatus_t cublas##S##ger(cublasHandle_t h, int m, int n, const T* alpha, const T* x,          \
                              int incx, const T* y, int incy, T* A, int lda);                      \
cublasStatus_t cublas##S##symv(cublasHandle_t h, cublasFillMode_t uplo, int n, const T* alpha,     \
                               const T* A, int lda, const T* x, int incx, const T* beta, T* y,     \
                               int incy);                                                          \
cublasStatus_t cublas##S##trmv(cublasHandle_t h, cublasFillMode_t uplo, cublasOperation_t trans,   \
                               cublasDiagType_t diag, int n, const T* A, int lda, T* x, int incx); \
cublasStatus_t cublas##S##trsv(cublasHandle_t h, cublasFillMode_t uplo, cublasOperation_t trans,   \
                               cublasDiagType_t diag, int n, const T* A, int lda, T* x, int incx); \
cublasStatus_t cublas##S##gemm(cublasHandle_t h, cublasOperation_t transa,                         \
                               cublasOperation_t transb, int m, int n, int k, const T* alpha,      \
                               const T* A, int lda, const T* B, int ldb, const T* beta, T* C,      \
                               int ldc);                                                           \
cublasStatus_t cublas##S##gemmStridedBatched(                                                      \
    cublasHandle_t h, cublasOperation_t transa, cublasOperation_t transb, int m, int n, int k,     \
    const T* alpha, const T* A, int lda, long long strideA, const T* B, int ldb,                   \
    long long strideB, const T* beta, T* C, int ldc, long long strideC, int count);                \
cublasStatus_t cublas##S##gemmBatched(                                                             \
    cublasHandle_t h, cublasOperation_t transa, cublasOperation_t transb, int m, int n, int k,     \
    const T* alpha, const T* const A[], int lda, const T* const B[], int ldb, const T* beta,       \
    T* const C[], int ldc, int count);                                                             \
cublasStatus_t cublas##S##geam(cublasHandle_t h, cublasOperation_t transa,                         \
                               cublasOperation_t transb, int m, int n, const T* alpha, const T* A, \
                               int lda, const T* beta, const T* B, int ldb, T* C, int ldc);        \
cublasStatus_t cublas##S##syrk(cublasHandle_t h, cublasFillMode_t uplo, cublasOperation_t trans,   \
                               int n, int k, const T* alpha, const T* A, int lda, const T* beta,   \
                               T* C, int ldc);                                                     \
cublasStatus_t cublas##S##symm(cublasHandle_t h, cublasSideMode_t side, cublasFillMode_t uplo,     \
                               int m, int n, const T* alpha, const T* A, int lda, const T* B,      \
                               int ldb, const T* beta, T* C, int ldc);                             \
cublasStatus_t cublas##S##dgmm(cublasHandle_t h, cublasSideMode_t side, int m, int n, const T* A,  \
                               int lda, const T* x, int incx, T* C, int ldc);                      \
cublasStatus_t cublas##S##trsm(cublasHandle_t h, cublasSideMode_t side, cublasFillMode_t uplo,     \
                               cublasOperation_t trans, cublasDiagType_t diag, int m, int n,       \
                               const T* alpha, const T* A, int lda, T* B, int ldb);
// clang-format on
CUSIM_BLAS(float, S, s)
CUSIM_BLAS(double, D, d)
#undef CUSIM_BLAS

// Products of halves, with sums in float, and of complex numbers.
#define CUSIM_PRODUCTS(T, S)                                                                       \
    cublasStatus_t cublas##S##gemm(                                                                \
        cublasHandle_t h, cublasOperation_t transa, cublasOperation_t transb, int m, int n, int k, \
        const T* alpha, const T* A, int lda, const T* B, int ldb, const T* beta, T* C, int ldc);
CUSIM_PRODUCTS(__half, H)
CUSIM_PRODUCTS(cuComplex, C)
CUSIM_PRODUCTS(cuDoubleComplex, Z)
#undef CUSIM_PRODUCTS

// Elements of 16, 32 or 64 bits, with sums in float or double. Sums in 16 bits are computed in
// float.
cublasStatus_t cublasGemmEx(cublasHandle_t h, cublasOperation_t transa, cublasOperation_t transb,
                            int m, int n, int k, const void* alpha, const void* A,
                            cudaDataType Atype, int lda, const void* B, cudaDataType Btype, int ldb,
                            const void* beta, void* C, cudaDataType Ctype, int ldc,
                            cublasComputeType_t compute, cublasGemmAlgo_t algo);
cublasStatus_t cublasGemmStridedBatchedEx(
    cublasHandle_t h, cublasOperation_t transa, cublasOperation_t transb, int m, int n, int k,
    const void* alpha, const void* A, cudaDataType Atype, int lda, long long strideA, const void* B,
    cudaDataType Btype, int ldb, long long strideB, const void* beta, void* C, cudaDataType Ctype,
    int ldc, long long strideC, int count, cublasComputeType_t compute, cublasGemmAlgo_t algo);
// The sums are of float.
cublasStatus_t cublasSgemmEx(cublasHandle_t h, cublasOperation_t transa, cublasOperation_t transb,
                             int m, int n, int k, const float* alpha, const void* A,
                             cudaDataType Atype, int lda, const void* B, cudaDataType Btype,
                             int ldb, const float* beta, void* C, cudaDataType Ctype, int ldc);

#if defined(__cplusplus)
}
#endif

#include "cusim/letters_restored.hpp"
