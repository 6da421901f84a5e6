// Files and streams, and text that is formatted.
#include <printf.h>
#include <unistd.h>

#include <algorithm>
#include <climits>
#include <cstdarg>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <istream>
#include <ostream>

#include "simulator/hooks/library.hpp"
#include "simulator/hooks/library_gate.hpp"
#include "simulator/hooks/plain_output.hpp"
#include "simulator/race/check.hpp"

namespace cusim::hooks {
namespace {

ssize_t note_read(void* to, ssize_t bytes, const void* pc) {
    if (bytes > 0) writes(to, static_cast<std::size_t>(bytes), pc);
    return bytes;
}

int print(char* to, std::size_t size, const char* format, std::va_list arguments, const void* pc) {
    only_the_host(pc);
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

// How many arguments a format takes. CUDA's printf returns that in a kernel, and -1 without a
// format.
int arguments_of(const char* format) {
    if (!format) return -1;
    int count = 0;
    for (const char* at = std::strchr(format, '%'); at; at = std::strchr(at, '%')) {
        const char* const conversion = at + 1 + std::strspn(at + 1, "-+ #0123456789.*hlLqjzt");
        if (*conversion == '\0') break;
        count += std::count(at, conversion, '*') + (*conversion != '%');
        at = conversion + 1;
    }
    return count;
}

// The texts that a kernel prints, by "%s", must be the device's.
void reads_texts(const char* format, std::va_list arguments, const void* pc) {
    constexpr std::size_t most = 64;
    int types[most];
    const std::size_t count = std::min(parse_printf_format(format, most, types), most);
    for (std::size_t i = 0; i < count; ++i) {
        const int type = types[i] & ~PA_FLAG_MASK;
        if (types[i] & PA_FLAG_PTR || type == PA_POINTER) {
            va_arg(arguments, void*);
        } else if (type == PA_STRING) {
            if (const char* const text = va_arg(arguments, const char*)) reads_text(text, pc);
        } else if (type == PA_DOUBLE || type == PA_FLOAT) {
            if (types[i] & PA_FLAG_LONG_DOUBLE) return;  // a device has none
            va_arg(arguments, double);
        } else if (types[i] & (PA_FLAG_LONG | PA_FLAG_LONG_LONG)) {
            va_arg(arguments, long);
        } else {
            va_arg(arguments, int);
        }
    }
}

}  // namespace
}  // namespace cusim::hooks

using namespace cusim::hooks;

extern "C" {

int ANNOUNCED(puts)(const char* text) {
    reads_text(text, PC);
    return closed([&] { return std::puts(text); });
}
void ANNOUNCED(perror)(const char* text) {
    if (text) reads_text(text, PC);
    closed([&] {
        std::perror(text);
        return 0;
    });
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
    const bool in_kernel = cusim::race::running_thread != nullptr;
    if (!in_kernel) reads_text(format, PC);
    if (in_kernel && !format) return arguments_of(format);
    std::va_list arguments;
    if (in_kernel && std::strstr(format, "s")) {
        va_start(arguments, format);
        reads_texts(format, arguments, PC);
        va_end(arguments);
    }
    va_start(arguments, format);
    const int length = print(stdout, format, arguments);
    va_end(arguments);
    return in_kernel ? arguments_of(format) : length;
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
