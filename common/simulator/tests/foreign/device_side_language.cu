// C++ in device code, of every vintage: CRTP, unions, bit fields, enum classes, goto, switch fall-through,
// constexpr tables, local types, variadic templates, default arguments, references, if constexpr, static
// members, concepts, spaceship, structured bindings, nested lambdas, overload sets, const methods.
// NVCC: --expt-relaxed-constexpr
#include <cuda_runtime.h>
#include <compare>
#include <concepts>
#include <cstdint>
#include <cstdio>
#include <type_traits>
#include <utility>

template <class Derived>
struct Shape {
    __host__ __device__ float area2() const { return 2 * static_cast<const Derived*>(this)->area(); }
};
struct Square : Shape<Square> {
    float side;
    __host__ __device__ explicit Square(float s) : side(s) {}
    __host__ __device__ float area() const { return side * side; }
};
struct Circle : Shape<Circle> {
    float r = 1;
    static constexpr float pi = 3.0f;
    __device__ float area() const { return pi * r * r; }
};
union Bits {
    float f;
    uint32_t u;
    struct {
        uint32_t mantissa : 23, exponent : 8, sign : 1;
    } parts;
};
enum class Op : unsigned char { add, sub, mul, none };
struct Version {
    int major, minor;
    constexpr auto operator<=>(const Version&) const = default;
};
template <int N>
struct Table {
    int v[N]{};
    constexpr Table() {
        for (int i = 0; i < N; i++) v[i] = i * i;
    }
};
__constant__ constexpr int primes[] = {2, 3, 5, 7, 11};

template <std::integral T>
__device__ constexpr T twice(T x) { return x + x; }
__device__ constexpr float twice(std::floating_point auto x) { return x * 2; }

template <class... Ts>
__device__ int count_of(Ts&&... values) { return (0 + ... + int(sizeof(values) >= 4)); }
template <class T, class... Rest>
__device__ T largest(T first, Rest... rest) {
    if constexpr (sizeof...(rest) == 0) return first;
    else {
        T other = largest<T>(rest...);
        return first < other ? other : first;
    }
}
__device__ int apply(Op op, int a, int b = 10) {
    switch (op) {
        case Op::add: return a + b;
        case Op::sub: b = -b; [[fallthrough]];
        case Op::none: return a + b;
        case Op::mul: return a * b;
    }
    return 0;
}
__device__ int collatz(unsigned long n) {
    __builtin_assume(n > 0);
    int steps = 0;
again:
    if (n == 1) return steps;
    n = n & 1 ? 3 * n + 1 : n / 2;
    ++steps;
    goto again;
}
__device__ __noinline__ void swap_if(int& a, int& b, bool (*before)(int, int)) {
    if (!before(a, b)) {
        int t = a;
        a = b, b = t;
    }
}
__device__ bool ascending(int a, int b) { return a <= b; }
namespace detail {
namespace {
struct Counter {
    static __device__ int bump(int* p) { return atomicAdd(p, 1); }
    mutable int calls = 0;
    __device__ int operator()(int x) const { return ++calls * x; }
};
}  // namespace
}  // namespace detail

__device__ unsigned failed;
#define THAT(condition) if (!(condition)) { printf("line %d\n", __LINE__); failed = __LINE__; }

__global__ void language(int* counter, Version v) {
    Square square(3);
    Circle circle{};
    THAT(square.area2() == 18 && circle.area2() == 6);
    Bits bits{.f = -1.5f};
    THAT(bits.parts.sign == 1 && bits.parts.exponent == 127 && bits.u == 0xbfc00000u);
    bits.parts.sign = 0;
    THAT(bits.f == 1.5f);
    THAT(apply(Op::add, 1) == 11 && apply(Op::sub, 1, 2) == -1 && apply(Op::mul, 3) == 30 && apply(Op::none, 1) == 11);
    THAT((v > Version{1, 9}) && (v == Version{2, 1}) && (v <=> Version{3, 0}) < 0);
    constexpr Table<8> squares;
    THAT(squares.v[v.major + 3] == 25 && primes[v.minor] == 3);
    THAT(twice(21) == 42 && twice(0.5) == 1 && count_of('a', 1, 2.0, square) == 3 && largest(3, 9, 4) == 9);
    THAT(collatz(27) == 111);
    int a = 5, b = 2;
    swap_if(a, b, ascending);
    swap_if(a, b, [](int x, int y) { return x < y; });
    THAT(a == 2 && b == 5);
    struct Local {
        int x, y;
        __device__ auto pair() const { return std::pair<int, int>(y, x); }
    } local{1, 2};
    auto [first, second] = local.pair();
    THAT(first == 2 && second == 1);
    detail::Counter times;
    times(1);
    THAT(times(10) == 20 && detail::Counter::bump(counter) == 0);
    auto compose = [](auto f, auto g) { return [=](auto x) { return f(g(x)); }; };
    THAT(compose([](int x) { return x + 1; }, [&](int x) { return x * b; })(4) == 21);
    int grid[3][4] = {{1, 2}, {}, {9}}, (*row)[4] = grid, sum = 0;
    for (auto& line : grid)
        for (int cell : line) sum += cell;
    THAT(sum == 12 && row[2][0] == 9 && sizeof grid == 48);
    int* const middle = &grid[1][2];
    *middle = 4;
    THAT(middle[-1] == 0 && *(&grid[0][0] + 6) == 4);
    if (int big = collatz(97); big > 100) sum = -1;
    THAT(sum == -1);
    do sum += 2; while (sum < 10);
    THAT(sum == 11);
    const char* text = "device";
    THAT(text[2] == 'v' && u8'\x41' == 65 && 1'000'000 == 0xF4240 && 0b101 == 5);
    static_assert(std::is_same_v<decltype(twice(1.0f)), float> && alignof(float4) == 16);
}

int main() {
    int* counter;
    unsigned line = 0;
    cudaMalloc(&counter, sizeof(int));
    cudaMemset(counter, 0, sizeof(int));
    language<<<1, 1>>>(counter, Version{2, 1});
    const bool ran = cudaDeviceSynchronize() == cudaSuccess;
    cudaMemcpyFromSymbol(&line, failed, sizeof line);
    cudaFree(counter);
    std::puts(ran && line == 0 ? "OK" : "FAILED");
    return line != 0;
}
