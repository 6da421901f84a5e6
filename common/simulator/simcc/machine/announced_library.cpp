#include "simulator/simcc/machine/announced_library.hpp"

#include <algorithm>
#include <array>

namespace cusim::simcc {
namespace {

// Sorted. memcpy, memmove and memset already have names of the runtime (cusim/redirected.hpp),
// except in files that do not include it.
constexpr auto announced_functions = std::to_array<std::string_view>({
    "_ZNSi4readEPcl",
    "_ZNSo5writeEPKcl",
    "_ZSt13set_terminatePFvvE",
    "_ZSt15set_new_handlerPFvvE",
    "_ZdaPv",
    "_ZdaPvSt11align_val_t",
    "_ZdaPvm",
    "_ZdaPvmSt11align_val_t",
    "_ZdlPv",
    "_ZdlPvSt11align_val_t",
    "_ZdlPvm",
    "_ZdlPvmSt11align_val_t",
    "_Znam",
    "_Znwm",
    "__isoc23_strtoimax",
    "__isoc23_strtol",
    "__isoc23_strtoll",
    "__isoc23_strtoul",
    "__isoc23_strtoull",
    "__isoc23_strtoumax",
    "atexit",
    "atof",
    "atoi",
    "atol",
    "atoll",
    "bcmp",
    "bsearch",
    "calloc",
    "fflush",
    "fgets",
    "fprintf",
    "fputc",
    "fputs",
    "fread",
    "frexp",
    "frexpf",
    "frexpl",
    "fwrite",
    "gmtime",
    "jn",
    "jnf",
    "localtime",
    "memchr",
    "memcmp",
    "memcpy",
    "memmove",
    "memset",
    "mktime",
    "modf",
    "modff",
    "modfl",
    "nan",
    "nanf",
    "nanl",
    "perror",
    "pread",
    "printf",
    "putc",
    "puts",
    "pwrite",
    "qsort",
    "read",
    "realloc",
    "remquo",
    "remquof",
    "remquol",
    "sincos",
    "sincosf",
    "sincosl",
    "snprintf",
    "sprintf",
    "strcat",
    "strchr",
    "strcmp",
    "strcpy",
    "strcspn",
    "strftime",
    "strlen",
    "strncat",
    "strncmp",
    "strncpy",
    "strnlen",
    "strpbrk",
    "strrchr",
    "strspn",
    "strstr",
    "strtod",
    "strtof",
    "strtoimax",
    "strtok",
    "strtol",
    "strtold",
    "strtoll",
    "strtoul",
    "strtoull",
    "strtoumax",
    "time",
    "timespec_get",
    "vfprintf",
    "vprintf",
    "vsnprintf",
    "vsprintf",
    "write",
    "yn",
    "ynf",
});
static_assert(std::ranges::is_sorted(announced_functions));

/// Text, and names for debuggers and the linker, are not changed.
bool names_no_symbol(std::string_view line) {
    const std::size_t begin = line.find_first_not_of(" \t");
    if (begin == line.npos || line[begin] != '.') return false;
    return !line.substr(begin).starts_with(".quad") && !line.substr(begin).starts_with(".long");
}

}  // namespace

bool is_part_of_symbol(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '.' || c == '$';
}

bool is_announced_function(std::string_view symbol) {
    return std::ranges::binary_search(announced_functions, symbol);
}

std::string with_announced_names(std::string_view line, const std::set<std::string_view>& own) {
    if (names_no_symbol(line)) return std::string(line);
    std::string result;
    for (std::size_t i = 0; i < line.size();) {
        std::size_t end = i;
        while (end < line.size() && is_part_of_symbol(line[end])) ++end;
        const std::string_view word = line.substr(i, end - i);
        const bool starts_symbol = i > 0 && line[i - 1] != '%';
        // In "$memcpy", the dollar marks an immediate and is not a part of the name.
        const bool dollar = word.starts_with('$');
        if (starts_symbol && is_announced_function(word.substr(dollar)) &&
            !own.contains(word.substr(dollar)))
            (result += line.substr(i, dollar)) += std::string(announced_prefix) +=
                word.substr(dollar);
        else
            result += word;
        if (end < line.size()) result += line[end++];
        i = end;
    }
    return result;
}

}  // namespace cusim::simcc
