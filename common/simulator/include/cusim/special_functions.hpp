// CUDA's mathematical functions that the C library does not have, except the small ones in
// math.hpp. Only declared here; the runtime defines them.
#pragma once

double erfinv(double x);
double erfcinv(double x);
double erfcx(double x);
double normcdfinv(double x);
double cyl_bessel_i0(double x);
double cyl_bessel_i1(double x);

double norm(int dimensions, const double* p);
double norm3d(double a, double b, double c);
double norm4d(double a, double b, double c, double d);
double rhypot(double x, double y);
double rnorm(int dimensions, const double* p);
double rnorm3d(double a, double b, double c);
double rnorm4d(double a, double b, double c, double d);
float normf(int dimensions, const float* p);
float rnormf(int dimensions, const float* p);

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
