// PTX names and their C++ counterparts: types, special registers, instructions that are one
// expression, scopes and memory orders of atomics. From the tables of the PTX ISA.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <string_view>

namespace cusim::simcc::ptx {

struct Type {
    std::string_view name, cpp, without_sign;
};

constexpr Type types[] = {
    {"u8", "unsigned char", "unsigned char"},
    {"s8", "signed char", "unsigned char"},
    {"b8", "unsigned char", "unsigned char"},
    {"u16", "unsigned short", "unsigned short"},
    {"s16", "short", "unsigned short"},
    {"b16", "unsigned short", "unsigned short"},
    {"u32", "unsigned int", "unsigned int"},
    {"s32", "int", "unsigned int"},
    {"b32", "unsigned int", "unsigned int"},
    {"u64", "unsigned long long", "unsigned long long"},
    {"s64", "long long", "unsigned long long"},
    {"b64", "unsigned long long", "unsigned long long"},
    {"f32", "float", "float"},
    {"f64", "double", "double"},
    {"pred", "bool", "bool"},
};

inline const Type* type_of(std::string_view name) {
    const auto found = std::ranges::find(types, name, &Type::name);
    return found == std::end(types) ? nullptr : &*found;
}

inline bool is_float(const Type& type) {
    return type.name[0] == 'f';
}

/// An instruction that is a function of its operands: name and modifiers, the function, and the
/// types of result and operands. T: the instruction's type, U: the same but unsigned, W: twice as
/// wide, i: 32 bits, p: a predicate.
struct Row {
    std::string_view key, function, shape;
    enum class For : std::uint8_t { integers, floats, any } types;
};
using enum Row::For;

constexpr Row rows[] = {
    {"add", "add", "UUU", any},
    {"sub", "sub", "UUU", any},
    {"mul", "mul", "TTT", floats},
    {"mul.lo", "mul", "UUU", integers},
    {"mul.hi", "mul_hi", "TTT", integers},
    {"mul.wide", "mul_wide", "WTT", integers},
    {"mad.lo", "mad", "UUUU", integers},
    {"mad.hi", "mad_hi", "TTTT", integers},
    {"mad.wide", "mad_wide", "WTTW", integers},
    {"mad", "fma", "TTTT", floats},
    {"fma", "fma", "TTTT", floats},
    {"div", "quotient", "TTT", any},
    {"div.approx", "quotient", "TTT", floats},
    {"div.full", "quotient", "TTT", floats},
    {"rem", "remainder", "TTT", integers},
    {"abs", "absolute", "TT", any},
    {"neg", "neg", "UU", any},
    {"min", "minimum", "TTT", any},
    {"max", "maximum", "TTT", any},
    {"sad", "sum_of_difference", "TTTT", integers},
    {"and", "bit_and", "TTT", integers},
    {"or", "bit_or", "TTT", integers},
    {"xor", "bit_xor", "TTT", integers},
    {"not", "bit_not", "TT", integers},
    {"shl", "shl", "UUi", integers},
    {"shr", "shr", "TTi", integers},
    {"popc", "popc", "iU", integers},
    {"clz", "clz", "iU", integers},
    {"brev", "brev", "TT", integers},
    {"bfind", "bfind", "iT", integers},
    {"bfe", "bfe", "TTii", integers},
    {"bfi", "bfi", "TTTii", integers},
    {"prmt", "permute", "TTTi", integers},
    {"prmt.f4e", "extract_forward", "TTTi", integers},
    {"prmt.b4e", "extract_backward", "TTTi", integers},
    {"prmt.rc8", "replicate_byte", "TTTi", integers},
    {"prmt.ecl", "clamp_left", "TTTi", integers},
    {"prmt.ecr", "clamp_right", "TTTi", integers},
    {"prmt.rc16", "replicate_half", "TTTi", integers},
    {"lop3", "lop3", "TTTTi", integers},
    {"shf.l.wrap", "shift_left_wrap", "TTTi", integers},
    {"shf.l.clamp", "shift_left_clamp", "TTTi", integers},
    {"shf.r.wrap", "shift_right_wrap", "TTTi", integers},
    {"shf.r.clamp", "shift_right_clamp", "TTTi", integers},
    {"selp", "select", "TTTp", any},
    {"sqrt", "sqrt", "TT", floats},
    {"sqrt.approx", "sqrt", "TT", floats},
    {"rcp", "rcp", "TT", floats},
    {"rcp.approx", "rcp", "TT", floats},
    {"rsqrt.approx", "rsqrt", "TT", floats},
    {"ex2.approx", "ex2", "TT", floats},
    {"lg2.approx", "lg2", "TT", floats},
    {"sin.approx", "sin", "TT", floats},
    {"cos.approx", "cos", "TT", floats},
    {"tanh.approx", "tanh", "TT", floats},
};

constexpr std::array<std::array<std::string_view, 2>, 30> special_registers = {{
    {"laneid", "::cusim::ptx::laneid()"},
    {"warpid", "::cusim::ptx::warpid()"},
    {"nwarpid", "::cusim::ptx::nwarpid()"},
    {"smid", "::cusim::detail::multiprocessor_of_this_block()"},
    {"nsmid", "::cusim::detail::multiprocessors()"},
    {"lanemask_eq", "::cusim::ptx::lanemask_eq()"},
    {"lanemask_lt", "::cusim::ptx::lanemask_lt()"},
    {"lanemask_le", "::cusim::ptx::lanemask_le()"},
    {"lanemask_gt", "::cusim::ptx::lanemask_gt()"},
    {"lanemask_ge", "::cusim::ptx::lanemask_ge()"},
    {"clock", "(unsigned int)::clock64()"},
    {"clock_hi", "(unsigned int)(::clock64() >> 32)"},
    {"clock64", "(unsigned long long)::clock64()"},
    {"globaltimer", "(unsigned long long)::clock64()"},
    {"globaltimer_lo", "(unsigned int)::clock64()"},
    {"globaltimer_hi", "(unsigned int)(::clock64() >> 32)"},
    {"dynamic_smem_size", "::cusim::detail::dynamic_shared_bytes()"},
    {"tid.x", "::threadIdx.x"},
    {"tid.y", "::threadIdx.y"},
    {"tid.z", "::threadIdx.z"},
    {"ntid.x", "::blockDim.x"},
    {"ntid.y", "::blockDim.y"},
    {"ntid.z", "::blockDim.z"},
    {"ctaid.x", "::blockIdx.x"},
    {"ctaid.y", "::blockIdx.y"},
    {"ctaid.z", "::blockIdx.z"},
    {"nctaid.x", "::gridDim.x"},
    {"nctaid.y", "::gridDim.y"},
    {"nctaid.z", "::gridDim.z"},
    {"WARP_SZ", "32u"},
}};

constexpr std::array<std::string_view, 4> state_spaces = {"global", "shared", "local", "const"};
constexpr std::array<std::string_view, 9> cache_hints = {
    "ca", "cg", "cs", "cv", "lu", "wb", "wt", "L2::128B", "L1::no_allocate"};
constexpr std::array<std::array<std::string_view, 2>, 6> comparisons = {
    {{"eq", "=="}, {"ne", "!="}, {"lt", "<"}, {"le", "<="}, {"gt", ">"}, {"ge", ">="}}};
constexpr std::array<std::array<std::string_view, 2>, 4> unsigned_comparisons = {
    {{"lo", "<"}, {"ls", "<="}, {"hi", ">"}, {"hs", ">="}}};

struct Scope {
    std::string_view name, suffix, of_the_runtime;
};
constexpr Scope scopes[] = {
    {"cta", "_block", "block"}, {"gpu", "", "device"}, {"sys", "_system", "system"}};

struct Order {
    std::string_view name, constant;
};
constexpr Order orders[] = {{"relaxed", "__NV_ATOMIC_RELAXED"},
                            {"acquire", "__NV_ATOMIC_ACQUIRE"},
                            {"release", "__NV_ATOMIC_RELEASE"},
                            {"acq_rel", "__NV_ATOMIC_ACQ_REL"},
                            {"sc", "__NV_ATOMIC_SEQ_CST"}};

struct Atomic {
    std::string_view name, legacy, operation;
};
constexpr Atomic atomics[] = {
    {"add", "atomicAdd", "AtomicAdd"},        {"min", "atomicMin", "AtomicMin"},
    {"max", "atomicMax", "AtomicMax"},        {"and", "atomicAnd", "AtomicAnd"},
    {"or", "atomicOr", "AtomicOr"},           {"xor", "atomicXor", "AtomicXor"},
    {"inc", "atomicInc", "AtomicInc"},        {"dec", "atomicDec", "AtomicDec"},
    {"exch", "atomicExch", "AtomicExchange"}, {"cas", "atomicCAS", "AtomicCompareExchange"},
};

template <std::size_t N>
std::string_view look_up(const std::array<std::array<std::string_view, 2>, N>& table,
                         std::string_view word) {
    for (const auto& [name, meaning] : table)
        if (name == word) return meaning;
    return {};
}
template <class Entry, std::size_t N>
const Entry* look_up(const Entry (&table)[N], std::string_view word) {
    const auto found = std::ranges::find(table, word, &Entry::name);
    return found == std::end(table) ? nullptr : &*found;
}

}  // namespace cusim::simcc::ptx
