#include "vet/linkage.hpp"

#include <algorithm>
#include <array>
#include <set>

namespace grader::vet {
namespace {

using Names = std::set<std::string_view>;

const Names c_library{
    // memory and strings
    "aligned_alloc", "bcmp", "calloc", "free", "malloc", "memchr", "memcmp", "memcpy", "memmove",
    "memset", "realloc", "strcat", "strchr", "strcmp", "strcpy", "strcspn", "strerror", "strlen",
    "strncat", "strncmp", "strncpy", "strnlen", "strpbrk", "strrchr", "strspn", "strstr", "strtok",
    // characters
    "isalnum", "isalpha", "isblank", "iscntrl", "isdigit", "isgraph", "islower", "isprint",
    "ispunct", "isspace", "isupper", "isxdigit", "tolower", "toupper",
    // printing
    "fflush", "fprintf", "fputc", "fputs", "fwrite", "perror", "printf", "putc", "putchar", "puts",
    "snprintf", "sprintf", "stderr", "stdout", "vfprintf", "vprintf", "vsnprintf", "vsprintf",
    // ends, order, chance, time
    "abort", "atexit", "exit", "bsearch", "qsort", "rand", "srand", "clock", "difftime", "gmtime",
    "localtime", "mktime", "strftime", "time", "timespec_get",
    // numbers
    "abs", "labs", "llabs", "div", "ldiv", "lldiv", "imaxabs", "imaxdiv", "atof", "atoi", "atol",
    "atoll", "strtod", "strtof", "strtol", "strtold", "strtoll", "strtoul", "strtoull", "strtoimax",
    "strtoumax"};

// What the libraries' headers and the compiler put into an object. Submissions cannot write these
// names themselves (symbols.hpp).
const Names behind_headers{"__assert_fail",          "__ctype_b_loc",        "__ctype_tolower_loc",
                           "__ctype_toupper_loc",    "__errno_location",     "__isoc23_strtol",
                           "__isoc23_strtoll",       "__isoc23_strtoul",     "__isoc23_strtoull",
                           "__libc_single_threaded", "__pthread_key_create", "__dso_handle",
                           "__dynamic_cast",         "__gxx_personality_v0", "_Unwind_Resume",
                           "_GLOBAL_OFFSET_TABLE_",  "__stack_chk_fail",     "__uselocale",
                           "__tls_get_addr",         "__TMC_END__",          "__cudart_builtin__"};

const Names mathematics{"acos",      "acosh",      "asin",         "asinh",
                        "atan",      "atan2",      "atanh",        "cabs",
                        "cacos",     "cacosh",     "carg",         "casin",
                        "casinh",    "catan",      "catanh",       "cbrt",
                        "ccos",      "ccosh",      "ceil",         "cexp",
                        "clog",      "copysign",   "cos",          "cosh",
                        "cpow",      "cproj",      "csin",         "csinh",
                        "csqrt",     "ctan",       "ctanh",        "erf",
                        "erfc",      "exp",        "exp10",        "exp2",
                        "expm1",     "fabs",       "fdim",         "floor",
                        "fma",       "fmax",       "fmin",         "fmod",
                        "frexp",     "hypot",      "ilogb",        "j0",
                        "j1",        "jn",         "ldexp",        "lgamma",
                        "llrint",    "llround",    "log",          "log10",
                        "log1p",     "log2",       "logb",         "lrint",
                        "lround",    "modf",       "nan",          "nearbyint",
                        "nextafter", "nexttoward", "pow",          "remainder",
                        "remquo",    "rint",       "round",        "roundeven",
                        "scalbln",   "scalbn",     "sin",          "sincos",
                        "sinh",      "sqrt",       "tan",          "tanh",
                        "tgamma",    "trunc",      "y0",           "y1",
                        "yn",        "__finite",   "__fpclassify", "__iscanonical",
                        "__iseqsig", "__isinf",    "__isnan",      "__issignaling",
                        "__signbit"};

// Arithmetic in libgcc for which the processor has no instruction: an operation and the types of
// its operands. Pure functions, except that a division also stores a remainder.
constexpr std::string_view operations[] = {
    "abs",    "add",      "ashl", "ashr",   "bswap", "clrsb", "clz",    "cmp",     "ctz",
    "div",    "divmod",   "eq",   "extend", "ffs",   "fix",   "fixuns", "float",   "floatun",
    "ge",     "gt",       "le",   "lshr",   "lt",    "mod",   "mul",    "ne",      "neg",
    "parity", "popcount", "powi", "sub",    "trunc", "ucmp",  "udiv",   "udivmod", "umod",
    "unord",  "absv",     "addv", "mulv",   "negv",  "subv"};
constexpr std::string_view modes[] = {"qi", "hi", "si", "di", "ti", "hf", "bf", "sf",
                                      "df", "xf", "tf", "hc", "sc", "dc", "xc", "tc"};

// The C++ library by its mangled names, in which streams are abbreviated (So is std::ostream, Si
// std::istream, Sd std::iostream), and what nvcc's objects call.
constexpr std::array<std::string_view, 27> cpp_families{
    "_ZNSt",   "_ZNRSt", "_ZNKRSt", "_ZNSa",  "_ZNKSt", "_ZSt",  "_ZTVSt",
    "_ZTVNSt", "_ZTVSo", "_ZTVSi",  "_ZTVSd", "_ZTT",   "_ZTI",  "_ZTVN10__cxxabiv1",
    "_Znw",    "_Zna",   "_Zdl",    "_Zda",   "__cxa_", "cuda",  "__cuda",
    "_ZNSo",   "_ZNKSo", "_ZNSi",   "_ZNKSi", "_ZNSd",  "_ZNKSd"};

constexpr std::array<std::string_view, 11> code_of_the_cpp_library{
    "_ZNSt",  "_ZNRSt", "_ZNKRSt", "_ZNKSt", "_ZSt",  "_ZNSo",
    "_ZNKSo", "_ZNSi",  "_ZNKSi",  "_ZNSd",  "_ZNKSd"};

// The part of the simulator's namespace that translated code calls; the rest is internal.
constexpr std::array<std::string_view, 6> runtime_families{
    "_ZN5cusim6detail",      "_ZN5cusim9configure",    "_ZN5cusim6Symbol",
    "_ZN5cusim10KernelSite", "_ZN5cusim11WaitingLoop", "_ZN5cusim11NobodyReads"};

// The C++ library's threads and files, which lead out of the program.
constexpr std::array<std::string_view, 12> refused_families{
    "_ZNSt6thread",         "_ZNSt10filesystem",         "_ZNKSt10filesystem",
    "_ZNSt13basic_filebuf", "_ZNSt14basic_ifstream",     "_ZNSt14basic_ofstream",
    "_ZNSt13basic_fstream", "_ZNSt13random_device",      "_ZNSt12__basic_file",
    "_ZNKSt12__basic_file", "_ZNSt18condition_variable", "_ZNSt13__future_base"};

struct Advice {
    std::string_view beginning, instead;
};
constexpr std::string_view no_files = "a submission opens no files; std::cerr and printf are there";
constexpr std::string_view no_threads = "a submission runs in one host thread";
constexpr std::string_view no_jumps = "an error is an exception, or ends the program by std::exit";
constexpr Advice advice[] = {
    {"fopen", no_files},
    {"freopen", no_files},
    {"_ZNSt13basic_filebuf", no_files},
    {"_ZNSt14basic_ifstream", no_files},
    {"_ZNSt14basic_ofstream", no_files},
    {"_ZNSt10filesystem", no_files},
    {"pthread_", no_threads},
    {"_ZNSt6thread", no_threads},
    {"_setjmp", no_jumps},
    {"longjmp", no_jumps},
    {"_ZNSt13random_device", "a generator with a fixed seed gives the same numbers each time"},
    {"gettimeofday", "std::chrono::steady_clock measures time"},
    {"clock_gettime", "std::chrono::steady_clock measures time"},
    {"getenv", "what a function does depends on its arguments alone"},
};

bool in_family(std::string_view name, const auto& families) {
    return std::ranges::any_of(families, [&](auto family) { return name.starts_with(family); });
}

bool is_mathematics(std::string_view symbol) {
    if (mathematics.contains(symbol)) return true;
    if (symbol.empty() || (symbol.back() != 'f' && symbol.back() != 'l')) return false;
    symbol.remove_suffix(1);
    return mathematics.contains(symbol);
}

bool ends_with_mode(std::string_view& name) {
    for (const auto mode : modes) {
        if (!name.ends_with(mode)) continue;
        name.remove_suffix(mode.size());
        return true;
    }
    return false;
}

// Such as __popcountdi2, __divti3, __floattidf, __extendhfsf2.
bool is_compiler_arithmetic(std::string_view symbol) {
    if (!symbol.starts_with("__")) return false;
    symbol.remove_prefix(2);
    if (!symbol.empty() && symbol.back() >= '2' && symbol.back() <= '4') symbol.remove_suffix(1);
    if (!ends_with_mode(symbol)) return false;
    const auto is_operation = [&] { return std::ranges::count(operations, symbol) > 0; };
    return is_operation() || (ends_with_mode(symbol) && is_operation());
}

}  // namespace

bool is_allowed_symbol(std::string_view symbol) {
    if (in_family(symbol, refused_families)) return false;
    return c_library.contains(symbol) || behind_headers.contains(symbol) ||
           is_mathematics(symbol) || is_compiler_arithmetic(symbol) ||
           in_family(symbol, cpp_families);
}

bool is_for_host_only(std::string_view symbol) {
    if (!symbol.starts_with("_Z") || symbol == "_ZSt9terminatev") return false;
    if (symbol.find("__throw_") != symbol.npos) return false;
    return in_family(symbol, code_of_the_cpp_library);
}

std::vector<std::string> allowed_c_functions() {
    std::vector<std::string> all(c_library.begin(), c_library.end());
    for (const std::string_view name : behind_headers)
        if (name.starts_with("__isoc23_")) all.emplace_back(name);
    return all;
}

std::string instead_of_symbol(std::string_view symbol) {
    for (const auto& [beginning, instead] : advice)
        if (symbol.starts_with(beginning)) return "; " + std::string(instead);
    return "";
}

// A plain name belongs to the API or to a kernel's variable. Others are the C library's; the
// simulator has functions of its own with these names.
bool is_simulator_interface(std::string_view symbol) {
    const Names variables{"blockDim", "blockIdx", "clock64", "gridDim", "threadIdx"};
    if (symbol.starts_with("_ZN5cusim") || symbol.starts_with("_ZNK5cusim"))
        return in_family(symbol, runtime_families);
    if (symbol.starts_with("_Z") || symbol.starts_with("__")) return true;
    const bool driver_api =
        symbol.starts_with("cu") && symbol.size() > 2 && symbol[2] >= 'A' && symbol[2] <= 'Z';
    return symbol.starts_with("cuda") || driver_api || variables.contains(symbol);
}

std::string_view as_written(std::string_view symbol) {
    constexpr std::string_view announced = "__announced_";
    if (symbol.starts_with(announced)) symbol.remove_prefix(announced.size());
    return symbol;
}

}  // namespace grader::vet
