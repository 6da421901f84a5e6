// NVCC: --expt-relaxed-constexpr
// Templates that the allowed headers offer, whole: what their members need from outside shows in the
// symbols of this file. What is no template is taken by the compiler's -fkeep-inline-functions.
#include <any>
#include <array>
#include <bitset>
#include <charconv>
#include <chrono>
#include <complex>
#include <deque>
#include <forward_list>
#include <functional>
#include <iomanip>
#include <iostream>
#include <list>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <queue>
#include <random>
#include <set>
#include <span>
#include <sstream>
#include <stack>
#include <string>
#include <string_view>
#include <system_error>
#include <unordered_map>
#include <unordered_set>
#include <valarray>
#include <variant>
#include <vector>

#include "kit/device_buffer.hpp"
#include "kit/error.hpp"

using Text = std::string;
template class std::vector<float>;
template class std::vector<bool>;
template class std::vector<Text>;
template class std::deque<float>;
template class std::list<Text>;
template class std::forward_list<int>;
template class std::map<Text, int>;
template class std::multimap<int, Text>;
template class std::set<Text>;
template class std::multiset<double>;
template class std::unordered_map<Text, int>;
template class std::unordered_multimap<int, Text>;
template class std::unordered_set<Text>;
template class std::priority_queue<int>;
template class std::queue<Text>;
template class std::stack<Text>;
template class std::array<Text, 3>;
template class std::bitset<200>;
template class std::span<const float>;
template class std::valarray<int>;
template class std::optional<Text>;
template class std::variant<int, Text>;
template class std::tuple<int, Text>;
template class std::function<float(float)>;
template class std::shared_ptr<Text>;
template class std::weak_ptr<Text>;
template class std::unique_ptr<Text>;
template class std::basic_string_view<char>;
template class std::mersenne_twister_engine<std::uint_fast64_t, 64, 312, 156, 31, 0xb5026f5aa96619e9ull,
                                            29, 0x5555555555555555ull, 17, 0x71d67fffeda60000ull, 37,
                                            0xfff7eee000000000ull, 43, 6364136223846793005ull>;
template class std::normal_distribution<float>;
template class std::uniform_real_distribution<float>;
template class std::uniform_int_distribution<long>;
template class std::poisson_distribution<int>;
template class std::discrete_distribution<int>;
template class std::gamma_distribution<double>;

// Functions that end in the compiler's or in C's library, with arguments that nothing folds.
template <class T>
std::complex<T> complex_of(std::complex<T> z, T s) {
    return z * z / z + std::exp(z) * std::log(z) + std::pow(z, z) + std::pow(z, s) + std::sin(z) +
           std::cosh(z) + std::atan(z) + std::asinh(z) + std::polar(s, s) + std::proj(z) + std::abs(z) +
           std::arg(z) + std::norm(z);
}
template std::complex<float> complex_of(std::complex<float>, float);
template std::complex<double> complex_of(std::complex<double>, double);

template <class T>
T integers(T a, T b, unsigned char c) {
    a = a * b / (b + 1) % (a | 1) + (a << c) + (a >> c);
    return a + static_cast<T>(static_cast<float>(a)) + static_cast<T>(static_cast<double>(b)) +
           static_cast<T>(static_cast<long double>(a)) + std::gcd(a, b) + std::lcm(a, b);
}
template int integers(int, int, unsigned char);
template unsigned long long integers(unsigned long long, unsigned long long, unsigned char);
template <class T>
T wide_integers(T a, T b, unsigned char c) {
    a = a * b / (b + 1) % (a | 1) + (a << c) + (a >> c);
    return a + static_cast<T>(static_cast<float>(a)) + static_cast<T>(static_cast<double>(b)) +
           static_cast<T>(static_cast<long double>(a)) - -b;
}
template __int128 wide_integers(__int128, __int128, unsigned char);
template unsigned __int128 wide_integers(unsigned __int128, unsigned __int128, unsigned char);

int bits(unsigned a, unsigned long long b) {
    return __builtin_popcount(a) + __builtin_popcountll(b) + __builtin_parity(a) + __builtin_parityll(b) +
           __builtin_clz(a) + __builtin_ctzll(b) + __builtin_ffs(static_cast<int>(a)) +
           __builtin_ffsll(static_cast<long long>(b)) + static_cast<int>(__builtin_bswap64(b)) +
           std::popcount(b) + std::has_single_bit(a) + std::rotl(a, 3) + std::countr_one(b) + std::bit_width(b);
}

Text text(double x, const Text& t, std::istream& in) {
    Text line;
    std::getline(in, line);
    in >> line >> x;
    std::ostringstream out;
    out << std::setw(3) << std::setprecision(2) << std::fixed << x << std::hex << 5 << std::quoted(t) << 'c'
        << true << 3u << 5l << 7ull << 1.0f << 2.0l << &x << std::put_money(3) << std::endl;
    char digits[32];
    int i = 0;
    const auto written = std::to_chars(digits, digits + 32, x);
    std::from_chars(digits, written.ptr, i);
    return line + std::to_string(x) + std::to_string(i) + std::to_string(std::stod(t) + std::stof(t)) + out.str() +
           std::to_string(std::stoi(t) + std::stoul(t) + std::stoll(t)) + std::make_error_code(std::errc::io_error).message();
}

struct Base {
    virtual ~Base() = default;
};
struct Left : virtual Base {};
struct Right : virtual Base {};
struct Both : Left, Right {};

void of_the_language(Base* base) {
    static const Text once = "initialised at first use";
    thread_local Text own = once;
    if (auto* both = dynamic_cast<Both*>(base)) throw *both;
    try {
        static_cast<void>(dynamic_cast<Left&>(*base));
        Base* several = new Both[3];
        delete[] several;
        std::any_cast<int>(std::any(Text()));
    } catch (const std::bad_cast& error) {
        std::cerr << error.what() << typeid(*base).name();
        throw;
    } catch (...) {
        std::throw_with_nested(std::runtime_error("nested"));
    }
    std::terminate();
}

// What simcc writes into translated code: launches, a launch whose result nobody reads, a loop that
// waits, a device function's address on the host, variables of the device.
__device__ int flag;
__device__ int next(int i) { return i + 1; }
__global__ void wait_for(volatile int* other) {
    while (*other == 0) {}
    flag = 1;
}

int (*of_translated_code(int* other, void** arguments))(int) {
    wait_for<<<1, 32>>>(other);
    cudaLaunchCooperativeKernel(reinterpret_cast<const void*>(wait_for), dim3(1), dim3(32), arguments, 0,
                                nullptr);
    cudaMemcpyToSymbol(flag, arguments, sizeof(int));
    return next;
}
