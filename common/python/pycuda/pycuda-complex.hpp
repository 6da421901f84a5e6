// Complex numbers for kernels: what `#include <pycuda-complex.hpp>` gives, as far as the course's
// programs want it.
#pragma once

#include <math.h>

extern "C++" {
namespace pycuda {

template <class T>
struct complex {
    typedef T value_type;
    T re, im;

    __host__ __device__ complex(T real = 0, T imaginary = 0) : re(real), im(imaginary) {}
    template <class U>
    __host__ __device__ complex(const complex<U>& other) : re(T(other.re)), im(T(other.im)) {}

    __host__ __device__ T real() const { return re; }
    __host__ __device__ T imag() const { return im; }
    __host__ __device__ complex& operator+=(const complex& z) { return *this = *this + z; }
    __host__ __device__ complex& operator-=(const complex& z) { return *this = *this - z; }
    __host__ __device__ complex& operator*=(const complex& z) { return *this = *this * z; }
    __host__ __device__ complex& operator/=(const complex& z) { return *this = *this / z; }

    friend __host__ __device__ complex operator+(const complex& a, const complex& b) {
        return complex(a.re + b.re, a.im + b.im);
    }
    friend __host__ __device__ complex operator-(const complex& a, const complex& b) {
        return complex(a.re - b.re, a.im - b.im);
    }
    friend __host__ __device__ complex operator-(const complex& a) { return complex(-a.re, -a.im); }
    friend __host__ __device__ complex operator*(const complex& a, const complex& b) {
        return complex(a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re);
    }
    friend __host__ __device__ complex operator/(const complex& a, const complex& b) {
        const T size = b.re * b.re + b.im * b.im;
        return complex((a.re * b.re + a.im * b.im) / size, (a.im * b.re - a.re * b.im) / size);
    }
    friend __host__ __device__ bool operator==(const complex& a, const complex& b) {
        return a.re == b.re && a.im == b.im;
    }
    friend __host__ __device__ bool operator!=(const complex& a, const complex& b) {
        return !(a == b);
    }
};

template <class T>
__host__ __device__ T real(const complex<T>& z) {
    return z.re;
}
template <class T>
__host__ __device__ T imag(const complex<T>& z) {
    return z.im;
}
template <class T>
__host__ __device__ complex<T> conj(const complex<T>& z) {
    return complex<T>(z.re, -z.im);
}
template <class T>
__host__ __device__ T norm(const complex<T>& z) {
    return z.re * z.re + z.im * z.im;
}
template <class T>
__host__ __device__ T abs(const complex<T>& z) {
    return sqrt(norm(z));
}

}  // namespace pycuda
}
