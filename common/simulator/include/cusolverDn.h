// <cusolverDn.h> on the simulator: dense systems of float and double by LU, Cholesky and QR,
// eigenvalues of symmetric matrices, singular values. Every function is one operation of the
// handle's stream, and what it reads and writes is checked, its workspace too. Results are computed
// in double precision and rounded once. An eigenvector or a singular vector is defined up to its
// sign, which may be another one than the toolkit's.
#pragma once

#include "cusim/letters_hidden.hpp"

#include "cusolver_common.h"

typedef struct cusolverDnContext* cusolverDnHandle_t;

#if defined(__cplusplus)
extern "C" {
#endif

cusolverStatus_t cusolverDnCreate(cusolverDnHandle_t* handle);
cusolverStatus_t cusolverDnDestroy(cusolverDnHandle_t handle);
cusolverStatus_t cusolverDnSetStream(cusolverDnHandle_t handle, cudaStream_t stream);
cusolverStatus_t cusolverDnGetStream(cusolverDnHandle_t handle, cudaStream_t* stream);

// clang-format off
#define CUSIM_SOLVER(T, S)                                                                         \
/* P A = L U. Without devIpiv, rows are not exchanged. */                                          \
cusolverStatus_t cusolverDn##S##getrf_bufferSize(cusolverDnHandle_t handle, int m, int n, T* A,    \
                                                 int lda, int* Lwork);                             \
cusolverStatus_t cusolverDn##S##getrf(cusolverDnHandle_t handle, int m, int n, T* A, int lda,      \
                                      T* Workspace, int* devIpiv, int* devInfo);                   \
cusolverStatus_t cusolverDn##S##getrs(cusolverDnHandle_t handle, cublasOperation_t trans, int n,   \
                                      int nrhs, const T* A, int lda, const int* devIpiv, T* B,     \
                                      int ldb, int* devInfo);                                      \
/* A = L L^T or U^T U. */                                                                          \
cusolverStatus_t cusolverDn##S##potrf_bufferSize(cusolverDnHandle_t handle,                        \
                                                 cublasFillMode_t uplo, int n, T* A, int lda,      \
                                                 int* Lwork);                                      \
cusolverStatus_t cusolverDn##S##potrf(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n,     \
                                      T* A, int lda, T* Workspace, int Lwork, int* devInfo);       \
cusolverStatus_t cusolverDn##S##potrs(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n,     \
                                      int nrhs, const T* A, int lda, T* B, int ldb,                \
                                      int* devInfo);                                               \
cusolverStatus_t cusolverDn##S##potri_bufferSize(cusolverDnHandle_t handle,                        \
                                                 cublasFillMode_t uplo, int n, T* A, int lda,      \
                                                 int* Lwork);                                      \
cusolverStatus_t cusolverDn##S##potri(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n,     \
                                      T* A, int lda, T* Workspace, int Lwork, int* devInfo);       \
/* A = Q R, Q as Householder vectors below the diagonal. */                                        \
cusolverStatus_t cusolverDn##S##geqrf_bufferSize(cusolverDnHandle_t handle, int m, int n, T* A,    \
                                                 int lda, int* Lwork);                             \
cusolverStatus_t cusolverDn##S##geqrf(cusolverDnHandle_t handle, int m, int n, T* A, int lda,      \
                                      T* TAU, T* Workspace, int Lwork, int* devInfo);              \
cusolverStatus_t cusolverDn##S##ormqr_bufferSize(cusolverDnHandle_t handle,                        \
                                                 cublasSideMode_t side, cublasOperation_t trans,   \
                                                 int m, int n, int k, const T* A, int lda,         \
                                                 const T* tau, const T* C, int ldc, int* Lwork);   \
cusolverStatus_t cusolverDn##S##ormqr(cusolverDnHandle_t handle, cublasSideMode_t side,            \
                                      cublasOperation_t trans, int m, int n, int k, const T* A,    \
                                      int lda, const T* tau, T* C, int ldc, T* Workspace,          \
                                      int Lwork, int* devInfo);                                    \
cusolverStatus_t cusolverDn##S##orgqr_bufferSize(cusolverDnHandle_t handle, int m, int n, int k,   \
                                                 const T* A, int lda, const T* tau, int* Lwork);   \
cusolverStatus_t cusolverDn##S##orgqr(cusolverDnHandle_t handle, int m, int n, int k, T* A,        \
                                      int lda, const T* tau, T* Workspace, int Lwork,              \
                                      int* devInfo);                                               \
/* A V = V W, for a symmetric A, of which one triangle is read. */                                 \
cusolverStatus_t cusolverDn##S##syevd_bufferSize(cusolverDnHandle_t handle,                        \
                                                 cusolverEigMode_t jobz, cublasFillMode_t uplo,    \
                                                 int n, const T* A, int lda, const T* W,           \
                                                 int* Lwork);                                      \
cusolverStatus_t cusolverDn##S##syevd(cusolverDnHandle_t handle, cusolverEigMode_t jobz,           \
                                      cublasFillMode_t uplo, int n, T* A, int lda, T* W,           \
                                      T* Workspace, int Lwork, int* devInfo);                      \
/* A = U S V^T, for m >= n. A is overwritten. */                                                   \
cusolverStatus_t cusolverDn##S##gesvd_bufferSize(cusolverDnHandle_t handle, int m, int n,          \
                                                 int* Lwork);                                      \
cusolverStatus_t cusolverDn##S##gesvd(cusolverDnHandle_t handle, signed char jobu,                 \
                                      signed char jobvt, int m, int n, T* A, int lda, T* SV,       \
                                      T* U, int ldu, T* VT, int ldvt, T* Workspace, int Lwork,     \
                                      T* rwork, int* devInfo);
// clang-format on
CUSIM_SOLVER(float, S)
CUSIM_SOLVER(double, D)
#undef CUSIM_SOLVER

#if defined(__cplusplus)
}
#endif

#include "cusim/letters_restored.hpp"
