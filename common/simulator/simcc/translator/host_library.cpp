// The names that nvcc of CUDA 13.0 refuses: it was asked about every name below.
#include "simulator/simcc/translator/host_library.hpp"

#include <array>
#include <string_view>

#include "simulator/simcc/tokens/words.hpp"

namespace cusim::simcc {
namespace {

// These are constexpr, so nvcc accepts them with --expt-relaxed-constexpr.
constexpr auto constexpr_functions = std::to_array<std::string_view>({
    "accumulate",  "addressof", "advance",        "all_of",         "any_of",
    "as_const",    "begin",     "binary_search",  "bit_cast",       "bit_ceil",
    "bit_floor",   "bit_width", "clamp",          "copy",           "copy_if",
    "copy_n",      "count",     "count_if",       "countl_zero",    "countr_zero",
    "distance",    "end",       "equal",          "exchange",       "exclusive_scan",
    "fill",        "fill_n",    "find",           "find_if",        "for_each",
    "gcd",         "get",       "has_single_bit", "inclusive_scan", "inner_product",
    "iota",        "lcm",       "lerp",           "lower_bound",    "make_pair",
    "make_tuple",  "max",       "max_element",    "midpoint",       "min",
    "min_element", "minmax",    "next",           "none_of",        "partial_sum",
    "popcount",    "prev",      "reduce",         "reverse",        "rotate",
    "rotl",        "rotr",      "size",           "sort",           "ssize",
    "swap",        "tie",       "transform",      "unique",         "upper_bound",
});

constexpr auto functions = std::to_array<std::string_view>(
    {"async", "div", "make_shared", "make_unique", "stable_sort", "to_string"});

// Called with or without std::.
constexpr auto functions_of_c = std::to_array<std::string_view>({
    "abort",  "atof",     "atoi",    "exit",   "fclose", "fflush",  "fopen",   "fprintf",
    "fputs",  "getchar",  "getenv",  "memcmp", "puts",   "putchar", "qsort",   "rand",
    "scanf",  "snprintf", "sprintf", "srand",  "sscanf", "strcat",  "strchr",  "strcmp",
    "strcpy", "strncmp",  "strncpy", "strtod", "strtol", "time",    "tolower", "toupper",
});

// Of CUDA's runtime. Those that device code may call, such as cudaMemcpyAsync, are for launches by
// kernels.
constexpr auto functions_of_cuda = std::to_array<std::string_view>({
    "cudaDeviceReset",      "cudaDeviceSetLimit", "cudaEventCreate",  "cudaEventElapsedTime",
    "cudaEventSynchronize", "cudaFreeAsync",      "cudaFreeHost",     "cudaGetDeviceProperties",
    "cudaGetSymbolAddress", "cudaHostAlloc",      "cudaHostRegister", "cudaLaunchCooperativeKernel",
    "cudaLaunchKernel",     "cudaMallocAsync",    "cudaMallocHost",   "cudaMallocManaged",
    "cudaMallocPitch",      "cudaMemGetInfo",     "cudaMemcpy",       "cudaMemcpy2D",
    "cudaMemcpyFromSymbol", "cudaMemcpyToSymbol", "cudaMemset",       "cudaMemset2D",
    "cudaSetDevice",        "cudaStreamCreate",   "cudaStreamQuery",  "cudaStreamSynchronize",
});

constexpr auto streams = std::to_array<std::string_view>({"cerr", "cin", "clog", "cout", "endl"});

// Defining a variable of these types calls a constructor of the host.
constexpr auto containers = std::to_array<std::string_view>(
    {"deque", "function", "list", "map", "queue", "set", "shared_ptr", "stack", "string",
     "unique_ptr", "unordered_map", "unordered_set", "vector"});

// So does defining one of these, of which a kernel has its own.
constexpr auto threads_and_locks = std::to_array<std::string_view>(
    {"condition_variable", "lock_guard", "mutex", "thread", "unique_lock"});

std::string advice(std::string_view name) {
    if (name == "max" || name == "min")
        return "call " + std::string(name) + " without std::, which CUDA has for the device";
    if (name == "numeric_limits")
        return "make it a constant outside, or take <cfloat>'s and <climits>'s, such as FLT_MAX";
    if (name == "rand") return "a kernel draws numbers with cuRAND, or from a hash of its index";
    if (name == "exit" || name == "abort") return "return, or call __trap()";
    if (among(streams, name) || name == "puts" || name == "putchar" || name == "fprintf" ||
        name == "fputs")
        return "a kernel prints with printf";
    if (among(containers, name)) return "memory of a kernel's own is an array of fixed size";
    if (name == "thread") return "a kernel's threads are those of its launch";
    if (among(threads_and_locks, name))
        return "threads of a kernel wait for each other by __syncthreads() and atomics";
    if (name == "time") return "clock64() counts the clocks of a multiprocessor";
    if (name.starts_with("cudaMemcpy") || name.starts_with("cudaMemset"))
        return "in a kernel, the threads load and store the elements";
    if (name.starts_with("cudaLaunch")) return "a kernel launches another one with <<<>>>";
    if (name.starts_with("cudaMalloc") || name == "cudaHostAlloc")
        return "allocate before the launch, or with malloc in the kernel";
    if (name.starts_with("cuda")) return "call it before the launch or after it";
    return "write what it does as a __device__ function";
}

HostLibraryUse use(std::string_view prefix, std::string_view name) {
    return {std::string(prefix) + std::string(name), advice(name)};
}

class At {
  public:
    At(const Context& context, std::size_t i) : context_(context), i_(i) {}

    std::optional<HostLibraryUse> of_std() const {
        const std::string_view name = context_.token(i_).text;
        if (among(streams, name)) return use("std::", name);
        if ((among(containers, name) || among(threads_and_locks, name)) && declares())
            return use("std::", name);
        const bool relaxed = context_.options.relaxed_constexpr;
        if (name == "numeric_limits" && !relaxed && asks_a_limit()) return use("std::", name);
        const bool refused = among(functions, name) || among(functions_of_c, name) ||
                             (!relaxed && among(constexpr_functions, name));
        if (refused && is_called()) return use("std::", name);
        return std::nullopt;
    }

    std::optional<HostLibraryUse> of_c_or_cuda() const {
        const std::string_view name = context_.token(i_).text;
        if (!context_.is(i_ + 1, "(")) return std::nullopt;
        if (!among(functions_of_c, name) && !among(functions_of_cuda, name)) return std::nullopt;
        return use("", name);
    }

  private:
    std::size_t behind_arguments() const {
        if (!context_.is(i_ + 1, "<")) return i_ + 1;
        return context_.brackets.after_template_list(i_ + 1, context_.source.tokens.size());
    }

    bool is_called() const {
        const std::size_t open = behind_arguments();
        return open != none && context_.is(open, "(");
    }

    /// True for `std::vector<int> v;`, false for a member's type or a reference.
    bool declares() const {
        const std::size_t name = behind_arguments();
        return name != none && name < context_.source.tokens.size() &&
               context_.token(name).kind == TokenKind::identifier &&
               (context_.is(name + 1, ";") || context_.is(name + 1, "=") ||
                context_.is(name + 1, "(") || context_.is(name + 1, "{"));
    }

    /// True for `std::numeric_limits<T>::max()`. Its constants, such as digits, exist on both
    /// sides.
    bool asks_a_limit() const {
        const std::size_t scope = behind_arguments();
        return scope != none && context_.is(scope, "::") && context_.is(scope + 2, "(");
    }

    const Context& context_;
    std::size_t i_;
};

}  // namespace

std::string instead_of_class(std::string_view name) {
    constexpr auto of_both_sides =
        std::to_array<std::string_view>({"array", "bitset", "complex", "expected", "mdspan",
                                         "optional", "pair", "span", "tuple", "variant"});
    if (among(of_both_sides, name))
        return "write cuda::std::" + std::string(name) + ", which is for both sides";
    return advice(name);
}

bool is_host_container(std::string_view name) {
    return among(containers, name);
}

std::optional<HostLibraryUse> host_library_use(const Context& context, std::size_t i,
                                               bool bare_names) {
    const auto before = [&](std::size_t back, std::string_view spelling) {
        return i >= back && context.is(i - back, spelling);
    };
    const At at(context, i);
    if (before(1, "::") && before(2, "std"))
        return before(3, "::") && i >= 4 && context.token(i - 4).kind == TokenKind::identifier
                   ? std::nullopt  // another std, not the standard one
                   : at.of_std();
    const bool member = before(1, ".") || before(1, "->") || before(1, "::");
    return bare_names && !member ? at.of_c_or_cuda() : std::nullopt;
}

}  // namespace cusim::simcc
