#include "vet/rules.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace grader::vet {
namespace {

using Names = std::set<std::string_view>;

const Names directives{"define",  "undef",    "if",    "ifdef", "ifndef",  "elif",   "else",
                       "elifdef", "elifndef", "endif", "error", "include", "pragma", "warning"};

// Most of these are for other compilers, for an editor or for warnings.
const Names pragmas{"once",
                    "unroll",
                    "nounroll",
                    "omp",
                    "region",
                    "endregion",
                    "nv_diagnostic",
                    "nv_diag_suppress",
                    "nv_diag_warning",
                    "nv_diag_error",
                    "nv_diag_default",
                    "hd_warning_disable",
                    "nv_exec_check_disable"};

// simcc removes noreturn, which would let control run into the code of another function.
const Names attributes{"deprecated",   "fallthrough",       "likely",  "unlikely", "nodiscard",
                       "maybe_unused", "no_unique_address", "noreturn"};

const Names gnu_attributes{
    "aligned",      "__aligned__", "always_inline", "__always_inline__", "noinline",
    "__noinline__", "unused",      "__unused__",    "warn_unused_result"};

// Nothing in these headers starts threads, opens files, reaches the system, or does a lab's work.
const Names headers{
    "algorithm", "any", "array", "assert.h", "bit", "bitset", "cassert", "cctype", "cerrno",
    "cfloat", "charconv", "chrono", "cinttypes", "climits", "cmath", "compare", "complex",
    "concepts", "cstdarg", "cstddef", "cstdint", "cstdio", "cstdlib", "cstring", "ctime", "ctype.h",
    "deque", "errno.h", "exception", "float.h", "forward_list", "functional", "initializer_list",
    "inttypes.h", "iomanip", "ios", "iosfwd", "iostream", "istream", "iterator", "limits",
    "limits.h", "list", "map", "math.h", "memory", "new", "numbers", "numeric", "optional",
    "ostream", "queue", "random", "ranges", "ratio", "set", "source_location", "span", "sstream",
    "stack", "stdarg.h", "stdbool.h", "stddef.h", "stdexcept", "stdint.h", "stdio.h", "stdlib.h",
    "streambuf", "string", "string.h", "string_view", "system_error", "time.h", "tuple",
    "type_traits", "typeindex", "typeinfo", "unordered_map", "unordered_set", "utility", "valarray",
    "variant", "vector", "version",
    // CUDA
    "builtin_types.h", "channel_descriptor.h", "cooperative_groups.h",
    "cooperative_groups/memcpy_async.h", "cooperative_groups/reduce.h", "cooperative_groups/scan.h",
    "cuComplex.h", "cuda.h", "cuda/atomic", "cuda/barrier", "cuda/pipeline", "cuda/std/*",
    "cuda_bf16.h", "cuda_fp16.h", "cuda_fp8.h", "cuda_pipeline.h", "cuda_pipeline_primitives.h",
    "cuda_profiler_api.h", "cuda_runtime.h", "cuda_runtime_api.h", "curand_kernel.h",
    "device_atomic_functions.h", "device_functions.h", "device_launch_parameters.h",
    "driver_types.h", "host_defines.h", "math_constants.h", "math_functions.h",
    "nvtx3/nvToolsExt.h", "texture_fetch_functions.h", "texture_types.h", "vector_functions.h",
    "vector_types.h"};

constexpr std::string_view host_threads = "a submission runs in one host thread";
constexpr std::string_view files = "a submission opens no files; std::cerr and printf are there";
constexpr std::string_view the_labs_work = "the sums are the lab's work, not a library's";

const std::map<std::string_view, std::string_view> advice{
    {"atomic", "kernels have atomicAdd and its like, and cuda::atomic of <cuda/atomic>"},
    {"bits/stdc++.h", "name the standard headers that you use"},
    {"barrier", host_threads},
    {"condition_variable", host_threads},
    {"execution", host_threads},
    {"future", host_threads},
    {"mutex", host_threads},
    {"omp.h", host_threads},
    {"pthread.h", host_threads},
    {"thread", host_threads},
    {"filesystem", files},
    {"fstream", files},
    {"sys/time.h", "std::chrono::steady_clock of <chrono> measures time"},
    {"windows.h", "std::chrono::steady_clock of <chrono> measures time"},
    {"cublas.h", the_labs_work},
    {"cublas_v2.h", the_labs_work},
    {"helper_cuda.h", "\"kit/error.hpp\" has CUDA_CHECK"},
};

// Builtins of the compiler that only compute, or return what is known about the program.
const Names builtins{"__builtin_FILE",         "__builtin_FUNCTION",
                     "__builtin_LINE",         "__builtin_abs",
                     "__builtin_align__",      "__builtin_alloca",
                     "__builtin_assume",       "__builtin_assume_aligned",
                     "__builtin_bswap16",      "__builtin_bswap32",
                     "__builtin_bswap64",      "__builtin_constant_p",
                     "__builtin_expect",       "__builtin_expect_with_probability",
                     "__builtin_fabs",         "__builtin_fabsf",
                     "__builtin_fma",          "__builtin_fmaf",
                     "__builtin_isfinite",     "__builtin_isinf",
                     "__builtin_isnan",        "__builtin_is_constant_evaluated",
                     "__builtin_offsetof",     "__builtin_prefetch",
                     "__builtin_sqrt",         "__builtin_sqrtf",
                     "__builtin_trap",         "__builtin_unreachable",
                     "__builtin_va_arg",       "__builtin_va_copy",
                     "__builtin_va_end",       "__builtin_va_list",
                     "__builtin_va_start",     "__builtin_add_overflow",
                     "__builtin_mul_overflow", "__builtin_sub_overflow"};

// With a suffix for each type.
constexpr std::string_view builtin_families[] = {
    "__builtin_clz", "__builtin_ctz", "__builtin_ffs",    "__builtin_huge_val",
    "__builtin_inf", "__builtin_nan", "__builtin_parity", "__builtin_popcount"};

// Names that change how the compiler treats code, that it calls for each access, that belong to the
// simulator, and that the linker uses.
constexpr std::string_view refused_families[] = {
    "__builtin_", "__sync_",       "__atomic_",   "__tsan",  "__asan",   "__hwasan",
    "__msan",     "__ubsan",       "__sanitizer", "__cusim", "__emutls", "__transaction",
    "__label__",  "__has_include", "__thread",    "_Z"};

bool in_family(std::string_view name, const auto& families) {
    return std::ranges::any_of(families, [&](auto family) { return name.starts_with(family); });
}

// Although threads are refused, CUDA's __threadfence is allowed, and so are tests for a header.
bool is_public(std::string_view name) {
    return builtins.contains(name) || in_family(name, builtin_families) ||
           name.starts_with("__threadfence");
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

bool is_allowed_gnu_attribute(std::string_view name) {
    return gnu_attributes.contains(name);
}

bool is_allowed_header(std::string_view name) {
    constexpr std::string_view folder = "cuda/std/";
    if (name.starts_with(folder)) {
        const auto rest = name.substr(folder.size());
        return !rest.empty() && rest.find_first_not_of("abcdefghijklmnopqrstuvwxyz_") == rest.npos;
    }
    return headers.contains(name);
}

std::vector<std::string_view> allowed_headers() {
    return {headers.begin(), headers.end()};
}

std::string instead_of_header(std::string_view name) {
    if (name.starts_with("thrust/") || name.starts_with("cub/"))
        return "; " + std::string(the_labs_work);
    const auto found = advice.find(name);
    return found == advice.end() ? "" : "; " + std::string(found->second);
}

bool is_reserved(std::string_view name) {
    return name.size() > 1 && name[0] == '_' &&
           (name[1] == '_' || (name[1] >= 'A' && name[1] <= 'Z'));
}

bool is_refused(std::string_view name) {
    return in_family(name, refused_families) && !is_public(name);
}

bool comes_from_macros(std::string_view name) {
    const Names names{"__assert_fail", "__errno_location", "__extension__", "__null",
                      "__PRETTY_FUNCTION__"};
    return names.contains(name);
}

}  // namespace grader::vet
