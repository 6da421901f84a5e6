// Directed rounding by the processor's rounding mode. Operands and results are volatile, so that
// the compiler keeps the operation between the two changes of the mode.
#include "cusim/rounded.hpp"

#include <cfenv>
#include <cmath>

namespace {

template <class T, class Operation>
T rounded(int mode, Operation operation) {
    const int before = std::fegetround();
    std::fesetround(mode);
    volatile T result = operation();
    std::fesetround(before);
    return result;
}

template <class T>
T opaque(T value) {
    volatile T copy = value;
    return copy;
}

}  // namespace

#define CUSIM_ONE_MODE(T, name, suffix, mode, parameters, expression) \
    T name##suffix parameters {                                       \
        return rounded<T>(mode, [&] { return T(expression); });       \
    }
#define CUSIM_DIRECTED(T, name, parameters, expression)               \
    CUSIM_ONE_MODE(T, name, _rd, FE_DOWNWARD, parameters, expression) \
    CUSIM_ONE_MODE(T, name, _ru, FE_UPWARD, parameters, expression)   \
    CUSIM_ONE_MODE(T, name, _rz, FE_TOWARDZERO, parameters, expression)

CUSIM_DIRECTED(float, __fadd, (float x, float y), opaque(x) + opaque(y))
CUSIM_DIRECTED(float, __fsub, (float x, float y), opaque(x) - opaque(y))
CUSIM_DIRECTED(float, __fmul, (float x, float y), opaque(x) * opaque(y))
CUSIM_DIRECTED(float, __fdiv, (float x, float y), opaque(x) / opaque(y))
CUSIM_DIRECTED(float, __fmaf, (float x, float y, float z),
               std::fma(opaque(x), opaque(y), opaque(z)))
CUSIM_DIRECTED(float, __frcp, (float x), 1.0f / opaque(x))
CUSIM_DIRECTED(float, __fsqrt, (float x), std::sqrt(opaque(x)))
CUSIM_DIRECTED(double, __dadd, (double x, double y), opaque(x) + opaque(y))
CUSIM_DIRECTED(double, __dsub, (double x, double y), opaque(x) - opaque(y))
CUSIM_DIRECTED(double, __dmul, (double x, double y), opaque(x) * opaque(y))
CUSIM_DIRECTED(double, __ddiv, (double x, double y), opaque(x) / opaque(y))
CUSIM_DIRECTED(double, __fma, (double x, double y, double z),
               std::fma(opaque(x), opaque(y), opaque(z)))
CUSIM_DIRECTED(double, __drcp, (double x), 1.0 / opaque(x))
CUSIM_DIRECTED(double, __dsqrt, (double x), std::sqrt(opaque(x)))
CUSIM_DIRECTED(float, __int2float, (int x), opaque(x))
CUSIM_DIRECTED(float, __uint2float, (unsigned int x), opaque(x))
CUSIM_DIRECTED(float, __ll2float, (long long x), opaque(x))
CUSIM_DIRECTED(float, __ull2float, (unsigned long long x), opaque(x))
CUSIM_DIRECTED(double, __ll2double, (long long x), opaque(x))
CUSIM_DIRECTED(double, __ull2double, (unsigned long long x), opaque(x))
CUSIM_DIRECTED(float, __double2float, (double x), opaque(x))
