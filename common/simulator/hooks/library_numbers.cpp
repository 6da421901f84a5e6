// Numbers read from text, and functions of <cmath> with several results.
#include <cmath>
#include <cstddef>
#include <cstdlib>

#include "simulator/hooks/library.hpp"

namespace cusim::hooks {
namespace {

// Announces the text of a number, as strtol and similar functions read it.
template <class Number, class... Base>
Number parsed(Number (*parse)(const char*, char**, Base...), const void* pc, const char* text,
              char** end, Base... base) {
    char* behind = nullptr;
    const Number result = parse(text, &behind, base...);
    reads(text, static_cast<std::size_t>(behind - text) + 1, pc);
    if (end) {
        writes(end, sizeof *end, pc);
        *end = behind;
    }
    return result;
}

}  // namespace
}  // namespace cusim::hooks

using namespace cusim::hooks;

extern "C" {

#define PARSED(name, Number)                               \
    Number ANNOUNCED(name)(const char* text, char** end) { \
        return parsed(std::name, PC, text, end);           \
    }
#define PARSED_TO_BASE(name, Number)                                 \
    Number ANNOUNCED(name)(const char* text, char** end, int base) { \
        return parsed(std::name, PC, text, end, base);               \
    }

PARSED(strtof, float)
PARSED(strtod, double)
PARSED(strtold, long double)
PARSED_TO_BASE(strtol, long)
PARSED_TO_BASE(strtoul, unsigned long)
PARSED_TO_BASE(strtoll, long long)
PARSED_TO_BASE(strtoull, unsigned long long)

int ANNOUNCED(atoi)(const char* text) {
    return static_cast<int>(parsed(std::strtol, PC, text, nullptr, 10));
}
long ANNOUNCED(atol)(const char* text) {
    return parsed(std::strtol, PC, text, nullptr, 10);
}
long long ANNOUNCED(atoll)(const char* text) {
    return parsed(std::strtoll, PC, text, nullptr, 10);
}
double ANNOUNCED(atof)(const char* text) {
    return parsed(std::strtod, PC, text, nullptr);
}

double ANNOUNCED(frexp)(double x, int* exponent) {
    writes(exponent, sizeof *exponent, PC);
    return std::frexp(x, exponent);
}
float ANNOUNCED(frexpf)(float x, int* exponent) {
    writes(exponent, sizeof *exponent, PC);
    return std::frexp(x, exponent);
}
double ANNOUNCED(modf)(double x, double* whole) {
    writes(whole, sizeof *whole, PC);
    return std::modf(x, whole);
}
float ANNOUNCED(modff)(float x, float* whole) {
    writes(whole, sizeof *whole, PC);
    return std::modf(x, whole);
}
double ANNOUNCED(remquo)(double x, double y, int* quotient) {
    writes(quotient, sizeof *quotient, PC);
    return std::remquo(x, y, quotient);
}
float ANNOUNCED(remquof)(float x, float y, int* quotient) {
    writes(quotient, sizeof *quotient, PC);
    return std::remquo(x, y, quotient);
}
void ANNOUNCED(sincos)(double x, double* sine, double* cosine) {
    writes(sine, sizeof *sine, PC);
    writes(cosine, sizeof *cosine, PC);
    sincos(x, sine, cosine);
}
void ANNOUNCED(sincosf)(float x, float* sine, float* cosine) {
    writes(sine, sizeof *sine, PC);
    writes(cosine, sizeof *cosine, PC);
    sincosf(x, sine, cosine);
}
}
