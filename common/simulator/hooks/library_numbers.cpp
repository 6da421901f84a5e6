// Numbers read from text, and functions of <cmath> with several results.
#include <cinttypes>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "simulator/hooks/library.hpp"
#include "simulator/race/events.hpp"

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
#define PARSED_AS(name, function, Number)                            \
    Number ANNOUNCED(name)(const char* text, char** end, int base) { \
        return parsed(std::function, PC, text, end, base);           \
    }
#define PARSED_TO_BASE(name, Number) PARSED_AS(name, name, Number)

PARSED(strtof, float)
PARSED(strtod, double)
PARSED(strtold, long double)
PARSED_TO_BASE(strtol, long)
PARSED_TO_BASE(strtoul, unsigned long)
PARSED_TO_BASE(strtoll, long long)
PARSED_TO_BASE(strtoull, unsigned long long)
PARSED_TO_BASE(strtoimax, std::intmax_t)
PARSED_TO_BASE(strtoumax, std::uintmax_t)
// The names that glibc has from 2.38 on.
PARSED_AS(__isoc23_strtol, strtol, long)
PARSED_AS(__isoc23_strtoul, strtoul, unsigned long)
PARSED_AS(__isoc23_strtoll, strtoll, long long)
PARSED_AS(__isoc23_strtoull, strtoull, unsigned long long)
PARSED_AS(__isoc23_strtoimax, strtoimax, std::intmax_t)
PARSED_AS(__isoc23_strtoumax, strtoumax, std::uintmax_t)

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

// For each type of floating point numbers: the function's suffix.
#define SEVERAL_RESULTS(Number, suffix)                                        \
    Number ANNOUNCED(frexp##suffix)(Number x, int* exponent) {                 \
        writes(exponent, sizeof *exponent, PC);                                \
        return std::frexp(x, exponent);                                        \
    }                                                                          \
    Number ANNOUNCED(modf##suffix)(Number x, Number * whole) {                 \
        writes(whole, sizeof *whole, PC);                                      \
        return std::modf(x, whole);                                            \
    }                                                                          \
    Number ANNOUNCED(remquo##suffix)(Number x, Number y, int* quotient) {      \
        writes(quotient, sizeof *quotient, PC);                                \
        return std::remquo(x, y, quotient);                                    \
    }                                                                          \
    void ANNOUNCED(sincos##suffix)(Number x, Number * sine, Number * cosine) { \
        writes(sine, sizeof *sine, PC);                                        \
        writes(cosine, sizeof *cosine, PC);                                    \
        sincos##suffix(x, sine, cosine);                                       \
    }                                                                          \
    Number ANNOUNCED(nan##suffix)(const char* text) {                          \
        reads_text(text, PC);                                                  \
        return nan##suffix(text);                                              \
    }

SEVERAL_RESULTS(double, )
SEVERAL_RESULTS(float, f)
SEVERAL_RESULTS(long double, l)

// Nothing is announced: CUDA has no Bessel functions of negative orders, the C library does.
#define OF_ORDER(Number, name)                                                          \
    Number ANNOUNCED(name)(int order, Number x) {                                       \
        return order < 0 && cusim::race::running_thread ? Number(NAN) : name(order, x); \
    }
OF_ORDER(double, jn)
OF_ORDER(float, jnf)
OF_ORDER(double, yn)
OF_ORDER(float, ynf)
}
