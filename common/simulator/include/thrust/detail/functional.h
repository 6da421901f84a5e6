// Thrust's function objects, pairs and tuples: the standard library's, which are device code here
// as well, and those that it does not have.
#pragma once

#include <thrust/detail/placeholders.h>

#include <functional>
#include <tuple>
#include <utility>

namespace thrust {

template <class T = void>
using plus = std::plus<T>;
template <class T = void>
using minus = std::minus<T>;
template <class T = void>
using multiplies = std::multiplies<T>;
template <class T = void>
using divides = std::divides<T>;
template <class T = void>
using modulus = std::modulus<T>;
template <class T = void>
using negate = std::negate<T>;
template <class T = void>
using less = std::less<T>;
template <class T = void>
using greater = std::greater<T>;
template <class T = void>
using less_equal = std::less_equal<T>;
template <class T = void>
using greater_equal = std::greater_equal<T>;
template <class T = void>
using equal_to = std::equal_to<T>;
template <class T = void>
using not_equal_to = std::not_equal_to<T>;
template <class T = void>
using logical_and = std::logical_and<T>;
template <class T = void>
using logical_or = std::logical_or<T>;
template <class T = void>
using bit_and = std::bit_and<T>;
template <class T = void>
using bit_or = std::bit_or<T>;
template <class T = void>
using bit_xor = std::bit_xor<T>;
template <class T = void>
using logical_not = std::logical_not<T>;

template <class T = void>
struct maximum {
    T operator()(const T& a, const T& b) const { return a < b ? b : a; }
};
template <>
struct maximum<void> {
    template <class T>
    T operator()(const T& a, const T& b) const {
        return a < b ? b : a;
    }
};
template <class T = void>
struct minimum {
    T operator()(const T& a, const T& b) const { return b < a ? b : a; }
};
template <>
struct minimum<void> {
    template <class T>
    T operator()(const T& a, const T& b) const {
        return b < a ? b : a;
    }
};
// The base class of functors in toolkits before CUDA 13.
template <class Argument, class Result>
struct unary_function {
    using argument_type = Argument;
    using result_type = Result;
};
template <class First, class Second, class Result>
struct binary_function {
    using first_argument_type = First;
    using second_argument_type = Second;
    using result_type = Result;
};

template <class T = void>
struct identity {
    const T& operator()(const T& x) const { return x; }
};
template <class T>
struct square {
    T operator()(const T& x) const { return x * x; }
};

template <class T1 = void, class T2 = T1>
struct project1st {
    template <class A, class B>
    A operator()(const A& a, const B&) const {
        return a;
    }
};
template <class T1 = void, class T2 = T1>
struct project2nd {
    template <class A, class B>
    B operator()(const A&, const B& b) const {
        return b;
    }
};

// Makes a function of several arguments take a tuple of them, as a zip_iterator gives.
template <class F>
class zip_function {
  public:
    explicit zip_function(F f) : f_(f) {}
    template <class Tuple>
    auto operator()(Tuple&& arguments) const -> decltype(auto) {
        return std::apply(f_, std::forward<Tuple>(arguments));
    }

  private:
    F f_;
};
template <class F>
zip_function<std::decay_t<F>> make_zip_function(F&& f) {
    return zip_function<std::decay_t<F>>(std::forward<F>(f));
}

template <class T>
const T& max(const T& a, const T& b) {
    return a < b ? b : a;
}
template <class T, class Less>
const T& max(const T& a, const T& b, Less less) {
    return less(a, b) ? b : a;
}
template <class T>
const T& min(const T& a, const T& b) {
    return b < a ? b : a;
}
template <class T, class Less>
const T& min(const T& a, const T& b, Less less) {
    return less(b, a) ? b : a;
}

using std::get;
using std::ignore;
using std::make_pair;
using std::make_tuple;
using std::not_fn;
using std::pair;
using std::swap;
using std::tie;
using std::tuple;
using std::tuple_element;
using std::tuple_size;

}  // namespace thrust
