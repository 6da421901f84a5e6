// Raw strings, digit separators, user-defined literals, Unicode.
#include <cstdio>
#include <string>
#if __has_include(<cuda/barrier>)
#include <cuda/barrier>
#endif

constexpr unsigned operator""_k(unsigned long long x) {
    return static_cast<unsigned>(x * 1'024);
}

const char* const usage = R"(usage: matvec "rows" columns
    asm and __attribute__ are words here, ## and #line too)";
const char* const other = R"xy(a )" b)xy";

// größer, 更大
void f() {
    std::printf("%s%s γ = %u µs\n", usage, other, 4_k);
}
