// No sequence of tokens, however broken, may crash the translator, make it run long, or make it
// lose a line. Built with the address and undefined-behaviour sanitizers; the inputs are the same
// in every run.
#include <doctest/doctest.h>

#include <algorithm>
#include <random>

#include "simulator/simcc/tests/mutate.hpp"
#include "simulator/simcc/tokens/lexer.hpp"
#include "simulator/simcc/translator/translate.hpp"

using namespace cusim::simcc;

namespace {

const char* const program = R"(
template <typename T, int N = (3 > 2)> __global__ void __launch_bounds__(N * 64, 2)
k(T* a, const float* __restrict__, Map<int, float> m = {}, void (*f)(int) = nullptr, Ts... xs) {
    __shared__ T tile[N][N + 1], *p, (*q)[4];
    extern __shared__ __align__(16) volatile unsigned char raw[];
    static const int calls = 1;
    auto sum = [=](int i) mutable { return tile[0][i] + operator<<<T>; };
    if (__func__[0]) asm(nop);
}
# 12
__device__ __constant__ const float c[3] = {1, 2, 3}, *d;
namespace { __device__ __managed__ int m = 0x1p3, n(3); }
__host__ __device__ __forceinline__ Foo<A, B>::Foo(int a) : a_(a), b_{1, 2} { s[0] = 4; }
namespace n::o { extern __shared__ float s[]; __shared__ struct { int x; } t; }
# 20
struct __align__(8) Pair { static __device__ int v; operator float() const; } pair;
auto l = [&] __device__ (int i) -> int { return s[i]; };
int main() {
    k<float, (1 < 2)><<<dim3(1, 2), f<g<int>>(4), 0, stream>>>(a[1]);
    if (x) (*table)[i].p->q<<<1, [&] { j<<<1, 2>>>(); return 3; }()>>>(a, b);
#pragma unroll
    return ns::k<T><<<g, b>>>(), 0;
}
)";

bool in_order(const Tokens& tokens) {
    std::size_t end = 0;
    for (const Token& token : tokens.tokens) {
        if (token.offset < end || token.length == 0) return false;
        end = token.end();
    }
    return end <= tokens.source.size();
}

void check(std::string_view text) {
    REQUIRE(in_order(lex(text, "a.cu")));
    const std::string result = translate(text, {"a.cu", "", false}).text;
    // Only a literal that contains a newline, in tokens that move, may take the newline along.
    if (text.find_first_of("\"'") != text.npos) return;
    REQUIRE(std::count(result.begin(), result.end(), '\n') ==
            std::count(text.begin(), text.end(), '\n'));
}

}  // namespace

TEST_CASE("mutated programs are lexed and translated without harm") {
    const Tokens source = lex(program, "a.cu");
    Random random(20240607);
    for (int round = 0; round < 2000; ++round) check(mutated(source, source, random));
}

TEST_CASE("mutated programs with literals and line markers are survived") {
    const std::string text =
        "# 3 \"b.h\" 1 3\nauto s = R\"x(\n)x\"; extern \"C\" { char c = '\\''; }\n" +
        std::string(program);
    const Tokens source = lex(text, "a.cu");
    Random random(5);
    for (int round = 0; round < 500; ++round) check(mutated(source, source, random));
}

TEST_CASE("every beginning and every end of a program is survived") {
    const std::string_view whole = program;
    for (std::size_t n = 0; n <= whole.size(); ++n) {
        check(whole.substr(0, n));
        check(whole.substr(n));
    }
}

TEST_CASE("an attribute without its list ends no later") {
    check("void f(int) (int __attribute__) ;");
    check("__device__ int v[2] __attribute__] ;");
}

TEST_CASE("random bytes are survived") {
    Random random(7);
    for (int round = 0; round < 500; ++round) {
        std::string text(below(random, 300), ' ');
        for (char& c : text) c = static_cast<char>(random());
        check(text);
    }
}

TEST_CASE("long runs of anything that opens a search end soon") {
    for (const char* word : {"<",
                             "a<",
                             "(",
                             "{",
                             "[",
                             "k<<<",
                             "k<<<1,1",
                             "__device__ ",
                             "__global__ void k(",
                             ">>>(",
                             "__shared__ int a, ",
                             "[=] __device__ ",
                             "template <",
                             "__forceinline__ ",
                             "a::",
                             "f(a)",
                             "__device__ int v;",
                             "extern \"C\" {",
                             "operator ",
                             "__attribute__((",
                             "t<t>>>",
                             "{}",
                             "__shared__ int a;",
                             "__device__ void f() { s; }",
                             "\"",
                             "# 1 \"a\"\n",
                             "/*",
                             "R\"("}) {
        std::string text;
        while (text.size() < 60000) text += word;
        CAPTURE(word);
        check(text);
    }
}
