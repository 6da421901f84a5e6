// CUDA's mathematical functions that the C library does not have, except the small ones in
// math.hpp. The runtime defines them, except those that are given an array: code of the runtime has
// no hooks, and would read the array unseen.
#pragma once

double erfinv(double x);
double erfcinv(double x);
double erfcx(double x);
double normcdfinv(double x);
double cyl_bessel_i0(double x);
double cyl_bessel_i1(double x);

double norm3d(double a, double b, double c);
double norm4d(double a, double b, double c, double d);
double rhypot(double x, double y);
double rnorm3d(double a, double b, double c);
double rnorm4d(double a, double b, double c, double d);

// Inlined, so that a finding shows the line of the call. Reads each number once. The sum is of the
// squares of the numbers, divided by the largest one so far, so that no square overflows or
// vanishes.
[[gnu::always_inline]] inline double norm(int dimensions, const double* p) {
    double largest = 0, sum = 0;
    bool infinite = false;
    for (int i = 0; i < dimensions; ++i) {
        const double size = __builtin_fabs(p[i]);
        infinite = infinite || __builtin_isinf(size);
        if (size > largest) {
            sum = sum * (largest / size) * (largest / size) + 1;
            largest = size;
        } else {
            sum += largest > 0 ? size / largest * (size / largest) : size;
        }
    }
    return infinite ? __builtin_inf() : (largest > 0 ? largest : 1) * __builtin_sqrt(sum);
}
[[gnu::always_inline]] inline double rnorm(int dimensions, const double* p) {
    return 1 / norm(dimensions, p);
}
// Exact in double, in which the square of a float cannot overflow.
[[gnu::always_inline]] inline double cusim_norm_of_floats(int dimensions, const float* p) {
    double sum = 0;
    bool infinite = false;
    for (int i = 0; i < dimensions; ++i) {
        const double size = p[i];
        infinite = infinite || __builtin_isinf(size);
        sum += size * size;
    }
    return infinite ? __builtin_inf() : __builtin_sqrt(sum);
}
[[gnu::always_inline]] inline float normf(int dimensions, const float* p) {
    return float(cusim_norm_of_floats(dimensions, p));
}
[[gnu::always_inline]] inline float rnormf(int dimensions, const float* p) {
    return float(1 / cusim_norm_of_floats(dimensions, p));
}

inline float erfinvf(float x) {
    return float(erfinv(double(x)));
}
inline float erfcinvf(float x) {
    return float(erfcinv(double(x)));
}
inline float erfcxf(float x) {
    return float(erfcx(double(x)));
}
inline float normcdfinvf(float x) {
    return float(normcdfinv(double(x)));
}
inline float cyl_bessel_i0f(float x) {
    return float(cyl_bessel_i0(double(x)));
}
inline float cyl_bessel_i1f(float x) {
    return float(cyl_bessel_i1(double(x)));
}
inline float norm3df(float a, float b, float c) {
    return float(norm3d(a, b, c));
}
inline float rnorm3df(float a, float b, float c) {
    return float(rnorm3d(a, b, c));
}
inline float norm4df(float a, float b, float c, float d) {
    return float(norm4d(a, b, c, d));
}
inline float rnorm4df(float a, float b, float c, float d) {
    return float(rnorm4d(a, b, c, d));
}
inline float rhypotf(float x, float y) {
    return float(rhypot(x, y));
}

inline float erfinv(float x) {
    return erfinvf(x);
}
inline float erfcinv(float x) {
    return erfcinvf(x);
}
inline float erfcx(float x) {
    return erfcxf(x);
}
inline float normcdfinv(float x) {
    return normcdfinvf(x);
}
