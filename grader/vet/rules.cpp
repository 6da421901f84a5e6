#include "vet/rules.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <set>
#include <span>
#include <utility>
#include <vector>

namespace grader::vet {
namespace {

using Names = std::set<std::string_view>;

const Names directives{"define",  "undef",    "if",    "ifdef", "ifndef",  "elif",   "else",
                       "elifdef", "elifndef", "endif", "error", "include", "pragma", "warning"};

const Names pragmas{"once", "unroll", "nounroll"};

const Names attributes{"deprecated", "fallthrough",  "likely",           "unlikely",
                       "nodiscard",  "maybe_unused", "no_unique_address"};

// Nothing here starts threads, opens files or reaches the system.
const Names headers{
    "algorithm", "any", "array", "assert.h", "bit", "bitset", "cassert", "cctype", "cfloat",
    "chrono", "climits", "cmath", "compare", "complex", "concepts", "cstddef", "cstdint", "cstdio",
    "cstdlib", "cstring", "ctime", "ctype.h", "deque", "exception", "float.h", "functional",
    "initializer_list", "iomanip", "iostream", "iterator", "limits", "limits.h", "list", "map",
    "math.h", "memory", "new", "numbers", "numeric", "optional", "ostream", "queue", "random",
    "ranges", "ratio", "set", "span", "sstream", "stack", "stddef.h", "stdexcept", "stdint.h",
    "stdio.h", "stdlib.h", "string", "string.h", "string_view", "time.h", "tuple", "type_traits",
    "typeinfo", "unordered_map", "unordered_set", "utility", "valarray", "variant", "vector",
    // CUDA
    "cooperative_groups.h", "cooperative_groups/reduce.h", "cooperative_groups/scan.h", "cuda.h",
    "cuda_runtime.h", "cuda_runtime_api.h", "device_launch_parameters.h", "math_constants.h",
    "vector_functions.h", "vector_types.h"};

const Names public_names{
    // qualifiers
    "__global__", "__device__", "__host__", "__shared__", "__constant__", "__managed__",
    "__launch_bounds__", "__forceinline__", "__noinline__", "__restrict__", "__restrict",
    "__align__", "__grid_constant__", "__cluster_dims__",
    // what the preprocessor and the compiler offer to all
    "__FILE__", "__LINE__", "__func__", "__FUNCTION__", "__cplusplus", "__CUDACC__",
    "__CUDA_ARCH__", "__NVCC__", "__VA_ARGS__", "__VA_OPT__",
    // warps and fences
    "__activemask", "__all_sync", "__any_sync", "__ballot_sync", "__syncwarp", "__syncthreads",
    "__syncthreads_count", "__syncthreads_and", "__syncthreads_or", "__threadfence",
    "__threadfence_block", "__threadfence_system", "__nanosleep", "__trap", "__brkpt",
    // integers and bits
    "__brev", "__brevll", "__byte_perm", "__clz", "__clzll", "__ffs", "__ffsll", "__fns",
    "__funnelshift_l", "__funnelshift_lc", "__funnelshift_r", "__funnelshift_rc", "__hadd",
    "__mul24", "__mul64hi", "__mulhi", "__popc", "__popcll", "__rhadd", "__sad", "__uhadd",
    "__umul24", "__umul64hi", "__umulhi", "__urhadd", "__usad",
    // floating point
    "__cosf", "__exp10f", "__expf", "__fdividef", "__log10f", "__log2f", "__logf", "__powf",
    "__saturatef", "__sincosf", "__sinf", "__tanf", "__frsqrt_rn", "__double2hiint",
    "__double2loint", "__hiloint2double"};

// Families with a member for every type or cache operator.
constexpr std::array<std::string_view, 12> public_families{
    "__shfl_sync", "__shfl_up_sync", "__shfl_down_sync", "__shfl_xor_sync", "__match_", "__reduce_",
    "__ldg",       "__ldc",          "__ldlu",           "__ldcv",          "__stc",    "__stw"};

constexpr std::array<std::string_view, 7> type_names{"int",   "uint", "ll",    "ull",
                                                     "float", "half", "double"};

// __int2float_rn, __float_as_uint, __fadd_rz, __dmul_ru, …
bool is_conversion_or_rounded(std::string_view name) {
    name.remove_prefix(2);
    if (name.find("_as_") != name.npos)
        return std::ranges::any_of(type_names, [&](auto t) { return name.starts_with(t); }) ||
               name.starts_with("longlong");
    if (name.size() < 4 || name[name.size() - 3] != '_' || name[name.size() - 2] != 'r')
        return false;
    if (std::string_view("nzud").find(name.back()) == std::string_view::npos) return false;
    name.remove_suffix(3);
    const Names operations{"add", "sub", "mul", "div", "rcp", "sqrt", "fma", "fmaf", "maf", "ma"};
    return name.find('2') != name.npos || operations.contains(name.substr(1));
}

const Names symbols{
    // memory and strings
    "malloc", "calloc", "realloc", "free", "memcpy", "memmove", "memset", "memcmp", "memchr",
    "strlen", "strcmp", "strncmp", "strchr", "strstr",
    // printing
    "printf", "fprintf", "puts", "putchar", "fputs", "fputc", "fwrite", "fflush", "snprintf",
    "vprintf", "vfprintf", "vsnprintf", "stdout", "stderr",
    // ends, order, chance, time
    "abort", "exit", "atexit", "__assert_fail", "qsort", "bsearch", "rand", "srand", "time",
    "clock", "abs", "labs", "llabs", "atoi", "strtol", "strtod", "__errno_location",
    // what compilers call
    "__dso_handle", "__gxx_personality_v0", "_Unwind_Resume", "_GLOBAL_OFFSET_TABLE_",
    "__stack_chk_fail", "__TMC_END__", "__cudart_builtin__"};

const Names mathematics{
    "acos",   "acosh",    "asin",    "asinh",   "atan",      "atan2",     "atanh",  "cbrt",
    "ceil",   "copysign", "cos",     "cosh",    "erf",       "erfc",      "exp",    "exp10",
    "exp2",   "expm1",    "fabs",    "fdim",    "floor",     "fma",       "fmax",   "fmin",
    "fmod",   "frexp",    "hypot",   "ilogb",   "j0",        "j1",        "jn",     "ldexp",
    "lgamma", "llrint",   "llround", "log",     "log10",     "log1p",     "log2",   "logb",
    "lrint",  "lround",   "modf",    "nan",     "nearbyint", "nextafter", "pow",    "remainder",
    "remquo", "rint",     "round",   "scalbln", "scalbn",    "sin",       "sincos", "sinh",
    "sqrt",   "tan",      "tanh",    "tgamma",  "trunc",     "y0",        "y1",     "yn"};

// The C++ library in its mangled names, where streams have short ones (So is std::ostream, Si
// std::istream, Sd std::iostream), and what nvcc's objects call.
constexpr std::array<std::string_view, 21> symbol_families{
    "_ZNSt",  "_ZNKSt", "_ZSt",   "_ZTVSt", "_ZTVNSt", "_ZTT", "_ZTI",   "_ZTVN10__cxxabiv1",
    "_Znw",   "_Zna",   "_Zdl",   "_Zda",   "__cxa_",  "cuda", "__cuda", "_ZNSo",
    "_ZNKSo", "_ZNSi",  "_ZNKSi", "_ZNSd",  "_ZNKSd"};

// What translated code calls of the simulator's own namespace; the rest is its inside.
constexpr std::array<std::string_view, 5> runtime_families{
    "_ZN5cusim6detail", "_ZN5cusim9configure", "_ZN5cusim6Symbol", "_ZN5cusim10KernelSite",
    "_ZN5cusim11WaitingLoop"};

// Threads and files of the C++ library lead out of the program.
constexpr std::array<std::string_view, 8> refused_families{
    "_ZNSt6thread",         "_ZNSt10filesystem",     "_ZNKSt10filesystem",
    "_ZNSt13basic_filebuf", "_ZNSt14basic_ifstream", "_ZNSt14basic_ofstream",
    "_ZNSt13basic_fstream", "_ZNSt13random_device"};

// How many letters have to be put in, left out or changed to make the one of the other.
std::size_t edits_between(std::string_view one, std::string_view other) {
    std::vector<std::size_t> row(other.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < one.size(); ++i) {
        std::size_t diagonal = std::exchange(row[0], i + 1);
        for (std::size_t j = 0; j < other.size(); ++j) {
            const std::size_t changed = diagonal + (one[i] != other[j]);
            diagonal = row[j + 1];
            row[j + 1] = std::min({changed, row[j] + 1, row[j + 1] + 1});
        }
    }
    return row.back();
}

bool in_family(std::string_view name, std::span<const std::string_view> families) {
    return std::ranges::any_of(families, [&](auto family) { return name.starts_with(family); });
}

bool is_mathematics(std::string_view symbol) {
    if (mathematics.contains(symbol)) return true;
    if (symbol.empty() || (symbol.back() != 'f' && symbol.back() != 'l')) return false;
    symbol.remove_suffix(1);
    return mathematics.contains(symbol);
}

}  // namespace

bool is_allowed_directive(std::string_view name) {
    return directives.contains(name);
}
bool is_allowed_pragma(std::string_view name) {
    return pragmas.contains(name);
}
bool is_allowed_attribute(std::string_view name) {
    return attributes.contains(name);
}
bool is_allowed_header(std::string_view name) {
    return headers.contains(name);
}

bool is_reserved(std::string_view name) {
    return name.size() > 1 && name[0] == '_' &&
           (name[1] == '_' || (name[1] >= 'A' && name[1] <= 'Z'));
}

bool is_public(std::string_view name) {
    if (!name.starts_with("__")) return false;
    return public_names.contains(name) || in_family(name, public_families) ||
           is_conversion_or_rounded(name);
}

std::string_view nearest_public(std::string_view name) {
    constexpr std::size_t most_slips = 2;
    std::string_view nearest;
    std::size_t least = most_slips + 1;
    const auto look_at = [&](std::string_view known) {
        const std::size_t edits = edits_between(name, known);
        if (edits < least) nearest = known;
        least = std::min(least, edits);
    };
    std::ranges::for_each(public_names, look_at);
    std::ranges::for_each(public_families, look_at);
    return nearest;
}

bool is_allowed_symbol(std::string_view symbol) {
    if (in_family(symbol, refused_families)) return false;
    return symbols.contains(symbol) || is_mathematics(symbol) || in_family(symbol, symbol_families);
}

bool is_simulator_interface(std::string_view symbol) {
    if (symbol == "_exit" || symbol == "_Exit") return false;
    const bool inside = symbol.starts_with("_ZN5cusim") || symbol.starts_with("_ZNK5cusim");
    return !inside || in_family(symbol, runtime_families);
}

}  // namespace grader::vet
