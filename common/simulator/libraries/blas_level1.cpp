// cuBLAS level 1: vectors.
#include <cmath>
#include <memory>

#include "simulator/libraries/blas_handle.hpp"

namespace cusim::libraries {

namespace {

// The destination of a result: the host, or device memory.
template <class R>
void deliver(LibraryCall& action, bool on_device, R* result) {
    if (on_device) action.writes({"result", result, sizeof(R), 1, sizeof(R)});
    action.begin();
}

// Computes `of(x)` into `result`. The result for an empty vector is zero.
template <class T, class R, class Of>
cublasStatus_t reduce(const BlasCall& call, int n, const T* x, int incx, R* result, Of of) {
    if (const auto bad = verdict(call, result); bad != CUBLAS_STATUS_SUCCESS) return bad;
    const long count = n > 0 && incx > 0 ? n : 0;
    const bool on_device = call.on_device();
    return call.submit_for_result([=](LibraryCall& action) {
        const Vector<const T> vector{"x", x, count, incx};
        action.reads(vector.operand());
        deliver(action, on_device, result);
        *result = count ? of(vector) : R{};
    });
}

// The number, from 1, of the first element that is `better` than all those before it.
template <class T, class Better>
int index_of(const Vector<const T>& x, Better better) {
    long best = 0;
    for (long i = 1; i < x.n; ++i)
        if (better(std::abs(x[i]), std::abs(x[best]))) best = i;
    return int(best + 1);
}

template <class T>
T sum_of_sizes(const Vector<const T>& x) {
    T sum = 0;
    for (long i = 0; i < x.n; ++i) sum += std::abs(x[i]);
    return sum;
}

// Scales the elements, so that no square overflows.
template <class T>
T norm(const Vector<const T>& x) {
    T largest = 0;
    for (long i = 0; i < x.n; ++i) largest = std::max(largest, std::abs(x[i]));
    if (largest == 0 || !std::isfinite(largest)) return largest;
    T sum = 0;
    for (long i = 0; i < x.n; ++i) sum += (x[i] / largest) * (x[i] / largest);
    return largest * std::sqrt(sum);
}

template <class T>
cublasStatus_t dot(const BlasCall& call, int n, const T* x, int incx, const T* y, int incy,
                   T* result) {
    if (const auto bad = verdict(call, result); bad != CUBLAS_STATUS_SUCCESS) return bad;
    const bool on_device = call.on_device();
    return call.submit_for_result([=](LibraryCall& action) {
        const Vector<const T> a{"x", x, std::max(n, 0), incx}, b{"y", y, std::max(n, 0), incy};
        action.reads(a.operand());
        action.reads(b.operand());
        deliver(action, on_device, result);
        T sum = 0;
        for (long i = 0; i < n; ++i) sum += a[i] * b[i];
        *result = sum;
    });
}

// Applies a function with two scalars to each pair of elements.
template <class T, class Each>
cublasStatus_t for_pairs(const BlasCall& call, int n, T* x, int incx, bool x_changes, T* y,
                         int incy, bool y_is_read, Each each) {
    if (n <= 0) return CUBLAS_STATUS_SUCCESS;
    return call.submit([=](LibraryCall& action) {
        const auto in_pair = each(action);
        const Vector<T> a{"x", x, n, incx}, b{"y", y, n, incy};
        action.reads(a.operand());
        if (y_is_read) action.reads(b.operand());
        if (x_changes) action.writes(a.operand());
        action.writes(b.operand());
        action.begin();
        for (long i = 0; i < n; ++i) in_pair(a[i], b[i]);
    });
}

template <class T>
cublasStatus_t axpy(const BlasCall& call, int n, const T* alpha, const T* x, int incx, T* y,
                    int incy) {
    if (const auto bad = verdict(call, alpha); bad != CUBLAS_STATUS_SUCCESS) return bad;
    const Scalar<T> scalar{call, "alpha", alpha};
    return for_pairs(call, n, const_cast<T*>(x), incx, false, y, incy, true,
                     [scalar](LibraryCall& action) {
                         const T a = scalar.get(action);
                         return [a](T& x, T& y) { y += a * x; };
                     });
}

template <class T>
cublasStatus_t copy(const BlasCall& call, int n, const T* x, int incx, T* y, int incy) {
    if (const auto bad = verdict(call, true); bad != CUBLAS_STATUS_SUCCESS) return bad;
    return for_pairs(call, n, const_cast<T*>(x), incx, false, y, incy, false,
                     [](LibraryCall&) { return [](T& x, T& y) { y = x; }; });
}

template <class T>
cublasStatus_t swap(const BlasCall& call, int n, T* x, int incx, T* y, int incy) {
    if (const auto bad = verdict(call, true); bad != CUBLAS_STATUS_SUCCESS) return bad;
    return for_pairs(call, n, x, incx, true, y, incy, true,
                     [](LibraryCall&) { return [](T& x, T& y) { std::swap(x, y); }; });
}

template <class T>
cublasStatus_t rot(const BlasCall& call, int n, T* x, int incx, T* y, int incy, const T* c,
                   const T* s) {
    if (const auto bad = verdict(call, c && s); bad != CUBLAS_STATUS_SUCCESS) return bad;
    const Scalar<T> cosine{call, "c", c}, sine{call, "s", s};
    return for_pairs(call, n, x, incx, true, y, incy, true, [cosine, sine](LibraryCall& action) {
        const T c = cosine.get(action), s = sine.get(action);
        return [c, s](T& x, T& y) {
            const T turned = c * x + s * y;
            y = c * y - s * x;
            x = turned;
        };
    });
}

template <class T>
cublasStatus_t scal(const BlasCall& call, int n, const T* alpha, T* x, int incx) {
    if (const auto bad = verdict(call, alpha); bad != CUBLAS_STATUS_SUCCESS) return bad;
    if (n <= 0 || incx <= 0) return CUBLAS_STATUS_SUCCESS;
    const Scalar<T> scalar{call, "alpha", alpha};
    return call.submit([=](LibraryCall& action) {
        const T a = scalar.get(action);
        const Vector<T> vector{"x", x, n, incx};
        action.changes(vector.operand());
        action.begin();
        for (long i = 0; i < n; ++i) vector[i] *= a;
    });
}

}  // namespace

}  // namespace cusim::libraries

using namespace cusim::libraries;

// clang-format off
#define CUSIM_LEVEL1(T, S, s)                                                                      \
cublasStatus_t cublasI##s##amax(cublasHandle_t h, int n, const T* x, int incx, int* result) {      \
    return reduce(CUSIM_CALL, n, x, incx, result, [](const Vector<const T>& v) {                   \
        return index_of(v, [](T a, T b) { return a > b; }); });                                    \
}                                                                                                  \
cublasStatus_t cublasI##s##amin(cublasHandle_t h, int n, const T* x, int incx, int* result) {      \
    return reduce(CUSIM_CALL, n, x, incx, result, [](const Vector<const T>& v) {                   \
        return index_of(v, [](T a, T b) { return a < b; }); });                                    \
}                                                                                                  \
cublasStatus_t cublas##S##asum(cublasHandle_t h, int n, const T* x, int incx, T* result) {         \
    return reduce(CUSIM_CALL, n, x, incx, result, sum_of_sizes<T>);                                \
}                                                                                                  \
cublasStatus_t cublas##S##nrm2(cublasHandle_t h, int n, const T* x, int incx, T* result) {         \
    return reduce(CUSIM_CALL, n, x, incx, result, norm<T>);                                        \
}                                                                                                  \
cublasStatus_t cublas##S##dot(cublasHandle_t h, int n, const T* x, int incx, const T* y, int incy, \
                              T* result) {                                                         \
    return dot<T>(CUSIM_CALL, n, x, incx, y, incy, result);                                        \
}                                                                                                  \
cublasStatus_t cublas##S##axpy(cublasHandle_t h, int n, const T* alpha, const T* x, int incx,      \
                               T* y, int incy) {                                                   \
    return axpy<T>(CUSIM_CALL, n, alpha, x, incx, y, incy);                                        \
}                                                                                                  \
cublasStatus_t cublas##S##scal(cublasHandle_t h, int n, const T* alpha, T* x, int incx) {          \
    return scal<T>(CUSIM_CALL, n, alpha, x, incx);                                                 \
}                                                                                                  \
cublasStatus_t cublas##S##copy(cublasHandle_t h, int n, const T* x, int incx, T* y, int incy) {    \
    return cusim::libraries::copy<T>(CUSIM_CALL, n, x, incx, y, incy);                             \
}                                                                                                  \
cublasStatus_t cublas##S##swap(cublasHandle_t h, int n, T* x, int incx, T* y, int incy) {          \
    return cusim::libraries::swap<T>(CUSIM_CALL, n, x, incx, y, incy);                             \
}                                                                                                  \
cublasStatus_t cublas##S##rot(cublasHandle_t h, int n, T* x, int incx, T* y, int incy, const T* c, \
                              const T* sine) {                                                     \
    return rot<T>(CUSIM_CALL, n, x, incx, y, incy, c, sine);                                       \
}
// clang-format on
CUSIM_LEVEL1(float, S, s)
CUSIM_LEVEL1(double, D, d)
