// Functions of the C and C++ libraries that access memory. They were compiled without hooks.
// Translated code calls the functions below instead (simcc/announced_library.hpp lists them). Each
// announces what the library's function will read and write, then calls it. What a function writes
// only sometimes (the rest of a buffer, the end of a number) is announced only as far as it is
// written.
//
// Pointers to functions that the library will call are checked by the fence, if there is one.
//
// printf, scanf and the methods of std::string and of streams are not included; an audit reports
// what they access. Each function here stays on the stack while the library's runs, since an audit
// finds the caller that way.
#pragma GCC optimize("no-optimize-sibling-calls")

#include <unistd.h>

#include <algorithm>
#include <climits>
#include <cmath>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <exception>
#include <istream>
#include <new>
#include <ostream>

#include "simulator/hooks/accesses.hpp"
#include "simulator/hooks/fence.hpp"
#include "simulator/hooks/library_gate.hpp"
#include "simulator/hooks/plain_output.hpp"

namespace cusim::hooks {
namespace {

void reads(const void* p, std::size_t size, const void* pc) {
    plain_range(p, size, trace::Op::read, pc);
}
void writes(const void* p, std::size_t size, const void* pc) {
    plain_range(p, size, trace::Op::write, pc);
}
ssize_t note_read(void* to, ssize_t bytes, const void* pc) {
    if (bytes > 0) writes(to, static_cast<std::size_t>(bytes), pc);
    return bytes;
}
// Includes the terminating zero.
void reads_text(const char* text, const void* pc) {
    reads(text, std::strlen(text) + 1, pc);
}
void reads_text(const char* text, std::size_t most, const void* pc) {
    reads(text, std::min(most, strnlen(text, most) + 1), pc);
}

// The bytes that a comparison reads of each string.
std::size_t compared(const char* a, const char* b, std::size_t most) {
    std::size_t i = 0;
    while (i < most && a[i] == b[i] && a[i] != 0) ++i;
    return std::min(most, i + 1);
}

// Announces the text of a number, as strtol and similar functions read it.
template <class Number>
Number parsed(Number (*parse)(const char*, char**), const char* text, char** end, const void* pc) {
    char* behind = nullptr;
    const Number result = parse(text, &behind);
    reads(text, static_cast<std::size_t>(behind - text) + 1, pc);
    if (end) {
        writes(end, sizeof *end, pc);
        *end = behind;
    }
    return result;
}

template <class Number>
Number parsed(Number (*parse)(const char*, char**, int), const char* text, char** end, int base,
              const void* pc) {
    char* behind = nullptr;
    const Number result = parse(text, &behind, base);
    reads(text, static_cast<std::size_t>(behind - text) + 1, pc);
    if (end) {
        writes(end, sizeof *end, pc);
        *end = behind;
    }
    return result;
}

int print(char* to, std::size_t size, const char* format, std::va_list arguments, const void* pc) {
    reads_text(format, pc);
    std::va_list copy;
    va_copy(copy, arguments);
    const int length = closed([&] { return std::vsnprintf(nullptr, 0, format, copy); });
    va_end(copy);
    if (length >= 0 && size > 0) writes(to, std::min(size, std::size_t(length) + 1), pc);
    return closed([&] { return std::vsnprintf(to, size, format, arguments); });
}

// With the gate closed, unless the stream takes what is written as it is.
template <class Call>
auto writing(std::FILE* stream, Call call) {
    return has_buffer_of_its_own(stream) ? call() : closed(call);
}

int print(std::FILE* stream, const char* format, std::va_list arguments) {
    const auto call = [&] { return std::vfprintf(stream, format, arguments); };
    return is_plain_format(format) ? writing(stream, call) : closed(call);
}

}  // namespace
}  // namespace cusim::hooks

using namespace cusim::hooks;

#define PC __builtin_return_address(0)
#define ANNOUNCED(name) __announced_##name

extern "C" {

// Copies and fills of structs that the compiler turns into calls; a hook has announced them
// already.
void* __cusim_plain_memcpy(void* to, const void* from, std::size_t size) {
    return std::memcpy(to, from, size);
}
void* __cusim_plain_memmove(void* to, const void* from, std::size_t size) {
    return std::memmove(to, from, size);
}
void* __cusim_plain_memset(void* to, int value, std::size_t size) {
    return std::memset(to, value, size);
}

// ---- Copies, fills and searches

void* __cusim_memcpy(void* to, const void* from, std::size_t size) {
    reads(from, size, PC);
    writes(to, size, PC);
    return std::memcpy(to, from, size);
}
void* __cusim_memmove(void* to, const void* from, std::size_t size) {
    reads(from, size, PC);
    writes(to, size, PC);
    return std::memmove(to, from, size);
}
void* __cusim_memset(void* to, int value, std::size_t size) {
    writes(to, size, PC);
    return std::memset(to, value, size);
}
void* ANNOUNCED(memcpy)(void* to, const void* from, std::size_t size) {
    reads(from, size, PC);
    writes(to, size, PC);
    return std::memcpy(to, from, size);
}
void* ANNOUNCED(memmove)(void* to, const void* from, std::size_t size) {
    reads(from, size, PC);
    writes(to, size, PC);
    return std::memmove(to, from, size);
}
void* ANNOUNCED(memset)(void* to, int value, std::size_t size) {
    writes(to, size, PC);
    return std::memset(to, value, size);
}
int ANNOUNCED(memcmp)(const void* a, const void* b, std::size_t size) {
    reads(a, size, PC);
    reads(b, size, PC);
    return std::memcmp(a, b, size);
}
int ANNOUNCED(bcmp)(const void* a, const void* b, std::size_t size) {
    reads(a, size, PC);
    reads(b, size, PC);
    return std::memcmp(a, b, size);
}
const void* ANNOUNCED(memchr)(const void* p, int value, std::size_t size) {
    const void* const found = std::memchr(p, value, size);
    const auto passed = static_cast<const char*>(found) - static_cast<const char*>(p);
    reads(p, found ? static_cast<std::size_t>(passed) + 1 : size, PC);
    return found;
}

// ---- Text

std::size_t ANNOUNCED(strlen)(const char* text) {
    reads_text(text, PC);
    return std::strlen(text);
}
std::size_t ANNOUNCED(strnlen)(const char* text, std::size_t most) {
    reads_text(text, most, PC);
    return strnlen(text, most);
}
int ANNOUNCED(strcmp)(const char* a, const char* b) {
    const std::size_t size = compared(a, b, ~std::size_t{0});
    reads(a, size, PC);
    reads(b, size, PC);
    return std::strcmp(a, b);
}
int ANNOUNCED(strncmp)(const char* a, const char* b, std::size_t most) {
    const std::size_t size = compared(a, b, most);
    reads(a, size, PC);
    reads(b, size, PC);
    return std::strncmp(a, b, most);
}
const char* ANNOUNCED(strchr)(const char* text, int c) {
    reads_text(text, PC);
    return std::strchr(text, c);
}
const char* ANNOUNCED(strrchr)(const char* text, int c) {
    reads_text(text, PC);
    return std::strrchr(text, c);
}
const char* ANNOUNCED(strstr)(const char* text, const char* part) {
    reads_text(text, PC);
    reads_text(part, PC);
    return std::strstr(text, part);
}
char* ANNOUNCED(strcpy)(char* to, const char* from) {
    reads_text(from, PC);
    writes(to, std::strlen(from) + 1, PC);
    return std::strcpy(to, from);
}
char* ANNOUNCED(strncpy)(char* to, const char* from, std::size_t size) {
    reads_text(from, size, PC);
    writes(to, size, PC);
    return std::strncpy(to, from, size);
}
char* ANNOUNCED(strcat)(char* to, const char* from) {
    reads_text(to, PC);
    reads_text(from, PC);
    writes(to + std::strlen(to), std::strlen(from) + 1, PC);
    return std::strcat(to, from);
}
char* ANNOUNCED(strncat)(char* to, const char* from, std::size_t most) {
    reads_text(to, PC);
    reads_text(from, most, PC);
    writes(to + std::strlen(to), strnlen(from, most) + 1, PC);
    return std::strncat(to, from, most);
}

// ---- Numbers

#define PARSED(name, Number)                               \
    Number ANNOUNCED(name)(const char* text, char** end) { \
        return parsed<Number>(std::name, text, end, PC);   \
    }
#define PARSED_TO_BASE(name, Number)                                 \
    Number ANNOUNCED(name)(const char* text, char** end, int base) { \
        return parsed<Number>(std::name, text, end, base, PC);       \
    }

PARSED(strtof, float)
PARSED(strtod, double)
PARSED(strtold, long double)
PARSED_TO_BASE(strtol, long)
PARSED_TO_BASE(strtoul, unsigned long)
PARSED_TO_BASE(strtoll, long long)
PARSED_TO_BASE(strtoull, unsigned long long)

int ANNOUNCED(atoi)(const char* text) {
    return static_cast<int>(parsed<long>(std::strtol, text, nullptr, 10, PC));
}
long ANNOUNCED(atol)(const char* text) {
    return parsed<long>(std::strtol, text, nullptr, 10, PC);
}
long long ANNOUNCED(atoll)(const char* text) {
    return parsed<long long>(std::strtoll, text, nullptr, 10, PC);
}
double ANNOUNCED(atof)(const char* text) {
    return parsed<double>(std::strtod, text, nullptr, PC);
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

// ---- Order

void ANNOUNCED(qsort)(void* base, std::size_t count, std::size_t size,
                      int (*compare)(const void*, const void*)) {
    check_function(compare, PC);
    reads(base, count * size, PC);
    writes(base, count * size, PC);
    std::qsort(base, count, size, compare);
}
void* ANNOUNCED(bsearch)(const void* key, const void* base, std::size_t count, std::size_t size,
                         int (*compare)(const void*, const void*)) {
    check_function(compare, PC);
    reads(key, size, PC);
    return std::bsearch(key, base, count, size, compare);
}

// ---- Functions that are called later

int ANNOUNCED(atexit)(void (*function)()) {
    check_function(function, PC);
    return std::atexit(function);
}
std::terminate_handler ANNOUNCED(_ZSt13set_terminatePFvvE)(std::terminate_handler handler) {
    check_function(handler, PC);
    return std::set_terminate(handler);
}
std::new_handler ANNOUNCED(_ZSt15set_new_handlerPFvvE)(std::new_handler handler) {
    check_function(handler, PC);
    return std::set_new_handler(handler);
}

// ---- Files

int ANNOUNCED(puts)(const char* text) {
    reads_text(text, PC);
    return closed([&] { return std::puts(text); });
}
int ANNOUNCED(fputs)(const char* text, std::FILE* file) {
    reads_text(text, PC);
    return closed([&] { return std::fputs(text, file); });
}
char* ANNOUNCED(fgets)(char* to, int size, std::FILE* file) {
    char* const result = closed([&] { return std::fgets(to, size, file); });
    if (result) writes(to, std::strlen(to) + 1, PC);
    return result;
}
std::size_t ANNOUNCED(fread)(void* to, std::size_t size, std::size_t count, std::FILE* file) {
    const std::size_t read = closed([&] { return std::fread(to, size, count, file); });
    writes(to, size * read, PC);
    return read;
}
std::size_t ANNOUNCED(fwrite)(const void* from, std::size_t size, std::size_t count,
                              std::FILE* file) {
    reads(from, size * count, PC);
    return writing(file, [&] { return std::fwrite(from, size, count, file); });
}
ssize_t ANNOUNCED(read)(int file, void* to, std::size_t size) {
    return note_read(to, read(file, to, size), PC);
}
ssize_t ANNOUNCED(write)(int file, const void* from, std::size_t size) {
    reads(from, size, PC);
    return write(file, from, size);
}
ssize_t ANNOUNCED(pread)(int file, void* to, std::size_t size, off_t where) {
    return note_read(to, pread(file, to, size, where), PC);
}
ssize_t ANNOUNCED(pwrite)(int file, const void* from, std::size_t size, off_t where) {
    reads(from, size, PC);
    return pwrite(file, from, size, where);
}
int ANNOUNCED(vsnprintf)(char* to, std::size_t size, const char* format, std::va_list arguments) {
    return print(to, size, format, arguments, PC);
}
int ANNOUNCED(vsprintf)(char* to, const char* format, std::va_list arguments) {
    return print(to, INT_MAX, format, arguments, PC);
}
int ANNOUNCED(snprintf)(char* to, std::size_t size, const char* format, ...) {
    std::va_list arguments;
    va_start(arguments, format);
    const int length = print(to, size, format, arguments, PC);
    va_end(arguments);
    return length;
}
int ANNOUNCED(sprintf)(char* to, const char* format, ...) {
    std::va_list arguments;
    va_start(arguments, format);
    const int length = print(to, INT_MAX, format, arguments, PC);
    va_end(arguments);
    return length;
}

// Where they store follows from pointers that only they see: in a FILE, or behind %n.
int ANNOUNCED(vfprintf)(std::FILE* file, const char* format, std::va_list arguments) {
    reads_text(format, PC);
    return print(file, format, arguments);
}
int ANNOUNCED(vprintf)(const char* format, std::va_list arguments) {
    reads_text(format, PC);
    return print(stdout, format, arguments);
}
int ANNOUNCED(fprintf)(std::FILE* file, const char* format, ...) {
    reads_text(format, PC);
    std::va_list arguments;
    va_start(arguments, format);
    const int length = print(file, format, arguments);
    va_end(arguments);
    return length;
}
// Kernels print, too: what they are given to print is theirs.
int ANNOUNCED(printf)(const char* format, ...) {
    if (!cusim::race::running_thread) reads_text(format, PC);
    std::va_list arguments;
    va_start(arguments, format);
    const int length = print(stdout, format, arguments);
    va_end(arguments);
    return length;
}
int ANNOUNCED(fputc)(int c, std::FILE* file) {
    return writing(file, [&] { return std::fputc(c, file); });
}
int ANNOUNCED(putc)(int c, std::FILE* file) {
    return writing(file, [&] { return std::fputc(c, file); });
}
int ANNOUNCED(fflush)(std::FILE* file) {
    return closed([&] { return std::fflush(file); });
}

// ---- Time, and words of a text

std::size_t ANNOUNCED(strftime)(char* to, std::size_t size, const char* format,
                                const std::tm* time) {
    return closed([&] { return std::strftime(to, size, format, time); });
}
std::time_t ANNOUNCED(mktime)(std::tm* time) {
    writes(time, sizeof *time, PC);
    return std::mktime(time);
}
std::tm* ANNOUNCED(gmtime)(const std::time_t* time) {
    reads(time, sizeof *time, PC);
    return std::gmtime(time);
}
std::tm* ANNOUNCED(localtime)(const std::time_t* time) {
    reads(time, sizeof *time, PC);
    return std::localtime(time);
}
std::time_t ANNOUNCED(time)(std::time_t* to) {
    if (to) writes(to, sizeof *to, PC);
    return std::time(to);
}
int ANNOUNCED(timespec_get)(std::timespec* to, int base) {
    writes(to, sizeof *to, PC);
    return std::timespec_get(to, base);
}
char* ANNOUNCED(strtok)(char* text, const char* separators) {
    return closed([&] { return std::strtok(text, separators); });
}

// Methods have the object as their first argument.
std::istream& ANNOUNCED(_ZNSi4readEPcl)(std::istream& stream, char* to, std::streamsize size) {
    closed([&] { return stream.read(to, size).good(); });
    writes(to, static_cast<std::size_t>(stream.gcount()), PC);
    return stream;
}
std::ostream& ANNOUNCED(_ZNSo5writeEPKcl)(std::ostream& stream, const char* from,
                                          std::streamsize size) {
    reads(from, static_cast<std::size_t>(size), PC);
    closed([&] { return stream.write(from, size).good(); });
    return stream;
}
}
