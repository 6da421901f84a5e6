// cuSOLVER as programs call it: systems by LU, Cholesky and QR, eigenvalues, singular values. Each
// result is put back into the equation that it solves.
#include <cuda_runtime.h>
#include <cusolverDn.h>

#include <cmath>
#include <cstdio>
#include <vector>

static int failures = 0;
static void expect(bool good, const char* what) {
    if (good) return;
    ++failures;
    std::printf("FAILED %s\n", what);
}

// Column-major.
template <class T>
struct Host {
    int rows, columns;
    std::vector<T> at;
    Host(int r, int c) : rows(r), columns(c), at(r * c) {}
    T& operator()(int i, int j) { return at[i + j * rows]; }
    T operator()(int i, int j) const { return at[i + j * rows]; }
    Host transposed() const {
        Host result(columns, rows);
        for (int i = 0; i < rows; ++i)
            for (int j = 0; j < columns; ++j) result(j, i) = (*this)(i, j);
        return result;
    }
};
template <class T>
static Host<T> operator*(const Host<T>& a, const Host<T>& b) {
    Host<T> result(a.rows, b.columns);
    for (int i = 0; i < a.rows; ++i)
        for (int j = 0; j < b.columns; ++j)
            for (int k = 0; k < a.columns; ++k) result(i, j) += a(i, k) * b(k, j);
    return result;
}
template <class T>
static double distance(const Host<T>& a, const Host<T>& b) {
    double most = 0;
    for (int i = 0; i < a.rows; ++i)
        for (int j = 0; j < a.columns; ++j) most = std::fmax(most, std::fabs(a(i, j) - b(i, j)));
    return most;
}
template <class T>
static Host<T> identity(int n) {
    Host<T> result(n, n);
    for (int i = 0; i < n; ++i) result(i, i) = 1;
    return result;
}
template <class T>
static Host<T> arbitrary(int rows, int columns, unsigned seed) {
    Host<T> result(rows, columns);
    for (T& x : result.at) {
        seed = seed * 1664525 + 1013904223;
        x = T(seed >> 8) / (1 << 23) - 1;
    }
    return result;
}
template <class T>
static Host<T> positive(int n) {
    const Host<T> half = arbitrary<T>(n, n, 5);
    Host<T> result = half * half.transposed();
    for (int i = 0; i < n; ++i) result(i, i) += 1;
    return result;
}

template <class T>
struct Device {
    T* at;
    explicit Device(int count) { cudaMalloc(&at, count * sizeof(T)); }
    explicit Device(const Host<T>& from) : Device(int(from.at.size())) {
        cudaMemcpy(at, from.at.data(), from.at.size() * sizeof(T), cudaMemcpyHostToDevice);
    }
    ~Device() { cudaFree(at); }
    Host<T> fetched(int rows, int columns) const {
        Host<T> result(rows, columns);
        cudaMemcpy(result.at.data(), at, result.at.size() * sizeof(T), cudaMemcpyDeviceToHost);
        return result;
    }
    operator T*() const { return at; }
};

#define DOUBLE_OR_FLOAT(name, ...)                                    \
    [&] {                                                             \
        if constexpr (sizeof(T) == sizeof(double))                    \
            return cusolverDnD##name(__VA_ARGS__);                    \
        else                                                          \
            return cusolverDnS##name(__VA_ARGS__);                    \
    }()
#define CALL(name, ...) \
    expect(DOUBLE_OR_FLOAT(name, __VA_ARGS__) == CUSOLVER_STATUS_SUCCESS, #name)

template <class T>
static void systems(cusolverDnHandle_t solver, double tolerance) {
    const int n = 7, right = 2;
    const Host<T> a = arbitrary<T>(n, n, 3), b = arbitrary<T>(n, right, 9), spd = positive<T>(n);
    Device<int> info(1), pivots(n);
    int size;
    // LU, with and without the transpose.
    for (const cublasOperation_t op : {CUBLAS_OP_N, CUBLAS_OP_T}) {
        Device<T> da(a), db(b);
        CALL(getrf_bufferSize, solver, n, n, da, n, &size);
        Device<T> work(size);
        CALL(getrf, solver, n, n, da, n, work, pivots, info);
        CALL(getrs, solver, op, n, right, da, n, pivots, db, n, info);
        const Host<T> x = db.fetched(n, right);
        expect(distance((op == CUBLAS_OP_N ? a : a.transposed()) * x, b) < tolerance, "A x = b");
        expect(info.fetched(1, 1)(0, 0) == 0, "devInfo");
    }
    // Cholesky. The other triangle is never touched.
    for (const cublasFillMode_t uplo : {CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER}) {
        Host<T> half = spd;
        for (int i = 0; i < n; ++i)
            for (int j = 0; j < n; ++j)
                if (uplo == CUBLAS_FILL_MODE_LOWER ? i < j : i > j) half(i, j) = -77;
        Device<T> da(half), db(b);
        CALL(potrf_bufferSize, solver, uplo, n, da, n, &size);
        Device<T> work(size);
        CALL(potrf, solver, uplo, n, da, n, work, size, info);
        CALL(potrs, solver, uplo, n, right, da, n, db, n, info);
        expect(distance(spd * db.fetched(n, right), b) < tolerance, "A x = b by Cholesky");
        CALL(potri, solver, uplo, n, da, n, work, size, info);
        Host<T> inverse = da.fetched(n, n);
        expect(inverse(uplo == CUBLAS_FILL_MODE_LOWER ? 0 : 2, 1) == (n > 1 ? -77 : 0), "triangle");
        for (int i = 0; i < n; ++i)
            for (int j = 0; j < n; ++j)
                if (uplo == CUBLAS_FILL_MODE_LOWER ? i < j : i > j) inverse(i, j) = inverse(j, i);
        expect(distance(spd * inverse, identity<T>(n)) < tolerance, "A A^-1");
    }
    // What has no solution.
    Host<T> singular(3, 3), indefinite = identity<T>(3);
    singular(0, 0) = 1;
    indefinite(1, 1) = -1;
    Device<T> ds(singular), di(indefinite), work(1000);
    CALL(getrf, solver, 3, 3, ds, 3, work, pivots, info);
    expect(info.fetched(1, 1)(0, 0) == 2, "a zero pivot");
    CALL(potrf, solver, CUBLAS_FILL_MODE_LOWER, 3, di, 3, work, 1000, info);
    expect(info.fetched(1, 1)(0, 0) == 2, "not positive");
}

template <class T>
static void least_squares(cusolverDnHandle_t solver, double tolerance) {
    const int m = 9, n = 4;
    const Host<T> a = arbitrary<T>(m, n, 11);
    Device<T> da(a), tau(n);
    Device<int> info(1);
    int size, other;
    CALL(geqrf_bufferSize, solver, m, n, da, m, &size);
    CALL(ormqr_bufferSize, solver, CUBLAS_SIDE_LEFT, CUBLAS_OP_T, m, n, n, da, m, tau, da, m, &other);
    size = size > other ? size : other;
    Device<T> work(size);
    CALL(geqrf, solver, m, n, da, m, tau, work, size, info);
    Host<T> r = da.fetched(m, n);
    for (int j = 0; j < n; ++j)
        for (int i = j + 1; i < m; ++i) r(i, j) = 0;
    // Q^T A = R, and A^T Q = R^T.
    Device<T> left(a), right(a.transposed());
    CALL(ormqr, solver, CUBLAS_SIDE_LEFT, CUBLAS_OP_T, m, n, n, da, m, tau, left, m, work, size, info);
    expect(distance(left.fetched(m, n), r) < tolerance, "Q^T A = R");
    CALL(ormqr, solver, CUBLAS_SIDE_RIGHT, CUBLAS_OP_N, n, m, n, da, m, tau, right, n, work, size,
         info);
    expect(distance(right.fetched(n, m), r.transposed()) < tolerance, "A^T Q = R^T");
    CALL(orgqr, solver, m, n, n, da, m, tau, work, size, info);
    const Host<T> q = da.fetched(m, n);
    expect(distance(q.transposed() * q, identity<T>(n)) < tolerance, "Q^T Q");
    Host<T> top(n, n);
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) top(i, j) = r(i, j);
    expect(distance(q * top, a) < tolerance, "Q R");
}

template <class T>
static void spectra(cusolverDnHandle_t solver, double tolerance) {
    const int n = 8, m = 11;
    const Host<T> half = arbitrary<T>(n, n, 21), a = positive<T>(n), b = arbitrary<T>(m, n, 8);
    Device<int> info(1);
    int size;
    Host<T> symmetric(n, n);
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) symmetric(i, j) = half(i, j) + half(j, i);
    Device<T> da(symmetric), w(n);
    CALL(syevd_bufferSize, solver, CUSOLVER_EIG_MODE_VECTOR, CUBLAS_FILL_MODE_LOWER, n, da, n, w, &size);
    Device<T> work(size);
    CALL(syevd, solver, CUSOLVER_EIG_MODE_VECTOR, CUBLAS_FILL_MODE_LOWER, n, da, n, w, work, size, info);
    const Host<T> v = da.fetched(n, n), values = w.fetched(n, 1);
    Host<T> scaled = v;
    for (int j = 0; j < n; ++j) {
        if (j) expect(values(j - 1, 0) <= values(j, 0), "ascending");
        for (int i = 0; i < n; ++i) scaled(i, j) *= values(j, 0);
    }
    expect(distance(symmetric * v, scaled) < tolerance, "A V = V W");
    expect(distance(v.transposed() * v, identity<T>(n)) < tolerance, "V^T V");

    for (const char job : {'A', 'S'}) {
        const int columns = job == 'A' ? m : n;
        Device<T> db(b), s(n), u(m * columns), vt(n * n);
        CALL(gesvd_bufferSize, solver, m, n, &size);
        Device<T> space(size);
        CALL(gesvd, solver, job, job, m, n, db, m, s, u, m, vt, n, space, size, nullptr, info);
        const Host<T> hu = u.fetched(m, columns), hs = s.fetched(n, 1), hvt = vt.fetched(n, n);
        Host<T> middle(columns, n);
        for (int i = 0; i < n; ++i) {
            middle(i, i) = hs(i, 0);
            if (i) expect(hs(i - 1, 0) >= hs(i, 0), "descending");
        }
        expect(distance(hu * middle * hvt, b) < tolerance, "U S V^T");
        expect(distance(hu.transposed() * hu, identity<T>(columns)) < tolerance, "U^T U");
    }
    // A matrix without full rank has all of its singular vectors, too.
    Host<T> flat(5, 3);
    for (int i = 0; i < 5; ++i) flat(i, 0) = flat(i, 1) = T(i + 1);
    Device<T> df(flat), s(3), u(25), vt(9), space(1000);
    CALL(gesvd, solver, 'A', 'A', 5, 3, df, 5, s, u, 5, vt, 3, space, 1000, nullptr, info);
    const Host<T> hu = u.fetched(5, 5);
    expect(distance(hu.transposed() * hu, identity<T>(5)) < tolerance, "U^T U without full rank");
    expect(std::fabs(s.fetched(3, 1)(1, 0)) < tolerance, "a singular value of zero");
}

int main() {
    cusolverDnHandle_t solver;
    expect(cusolverDnCreate(&solver) == CUSOLVER_STATUS_SUCCESS, "cusolverDnCreate");
    cudaStream_t stream;
    cudaStreamCreateWithFlags(&stream, cudaStreamDefault);
    cusolverDnSetStream(solver, stream);
    systems<double>(solver, 1e-11);
    systems<float>(solver, 1e-3);
    least_squares<double>(solver, 1e-12);
    least_squares<float>(solver, 1e-5);
    spectra<double>(solver, 1e-11);
    spectra<float>(solver, 1e-4);
    int size;
    expect(cusolverDnDgetrf_bufferSize(nullptr, 1, 1, nullptr, 1, &size) ==
               CUSOLVER_STATUS_NOT_INITIALIZED, "no handle");
    expect(cusolverDnDpotrf(solver, CUBLAS_FILL_MODE_LOWER, 4, nullptr, 3, nullptr, 0, nullptr) ==
               CUSOLVER_STATUS_INVALID_VALUE, "a leading dimension of three");
    expect(cusolverDnDestroy(solver) == CUSOLVER_STATUS_SUCCESS, "cusolverDnDestroy");
    cudaStreamDestroy(stream);
    std::puts(failures ? "FAILED" : "OK");
    return failures != 0;
}
