// Thrust's placeholders: `2 * _1 + _2` is a function of two arguments.
#pragma once

#include <type_traits>
#include <utility>

namespace thrust {

namespace detail {

// f(arguments...) evaluates the expression.
template <class F>
struct expression {
    F f;

    template <class... Arguments>
    auto operator()(Arguments&&... arguments) const -> decltype(auto) {
        return f(arguments...);
    }
};
template <class T>
struct is_expression : std::false_type {};
template <class F>
struct is_expression<expression<F>> : std::true_type {};

template <int N>
struct argument {
    template <class First, class... Rest>
    auto& operator()(First& first, Rest&... rest) const {
        if constexpr (N == 1)
            return first;
        else
            return argument<N - 1>()(rest...);
    }
};

// Evaluates a part of an expression, which is an expression or a value.
template <class Part, class... Arguments>
auto worth(const Part& part, Arguments&... arguments) -> decltype(auto) {
    if constexpr (is_expression<Part>::value)
        return part.f(arguments...);
    else
        return (part);
}

template <class F>
expression<F> make_expression(F f) {
    return {f};
}

#define CUSIM_BINARY(op)                                                                    \
    template <class A, class B,                                                             \
              class = std::enable_if_t<is_expression<A>::value || is_expression<B>::value>> \
    auto operator op(const A& a, const B& b) {                                              \
        return make_expression([a, b](auto&... arguments) {                                 \
            return worth(a, arguments...) op worth(b, arguments...);                        \
        });                                                                                 \
    }
CUSIM_BINARY(+)
CUSIM_BINARY(-)
CUSIM_BINARY(*)
CUSIM_BINARY(/)
CUSIM_BINARY(%)
CUSIM_BINARY(==)
CUSIM_BINARY(!=)
CUSIM_BINARY(<)
CUSIM_BINARY(>)
CUSIM_BINARY(<=)
CUSIM_BINARY(>=)
CUSIM_BINARY(&&)
CUSIM_BINARY(||)
CUSIM_BINARY(&)
CUSIM_BINARY(|)
CUSIM_BINARY(^)
CUSIM_BINARY(<<)
CUSIM_BINARY(>>)
#undef CUSIM_BINARY

#define CUSIM_UNARY(op)                                                                        \
    template <class F>                                                                         \
    auto operator op(const expression<F>& a) {                                                 \
        return make_expression([a](auto&... arguments) { return op worth(a, arguments...); }); \
    }
CUSIM_UNARY(-)
CUSIM_UNARY(!)
CUSIM_UNARY(~)
#undef CUSIM_UNARY

// The assignment operators, which store to their left operand.
#define CUSIM_STORING(op)                                                     \
    template <class F, class B>                                               \
    auto operator op(const expression<F>& a, const B& b) {                    \
        return make_expression([a, b](auto&... arguments) -> decltype(auto) { \
            return worth(a, arguments...) op worth(b, arguments...);          \
        });                                                                   \
    }
CUSIM_STORING(+=)
CUSIM_STORING(-=)
CUSIM_STORING(*=)
CUSIM_STORING(/=)
#undef CUSIM_STORING

}  // namespace detail

namespace placeholders {
inline constexpr detail::expression<detail::argument<1>> _1{};
inline constexpr detail::expression<detail::argument<2>> _2{};
inline constexpr detail::expression<detail::argument<3>> _3{};
inline constexpr detail::expression<detail::argument<4>> _4{};
}  // namespace placeholders

}  // namespace thrust
