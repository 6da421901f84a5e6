// Adapts a student's function for requests of the grader, by the names of its parameters:
//
//     program.function("saxpy", runner::bind(saxpy, {"n", "a", "y", "x"}));
//
// The type of a parameter determines what is passed: for an integer, one of the request's sizes;
// for a float or double, one of its reals; for `const T*` an input; for `T*` an array that the
// function writes. Arrays are device memory unless the name is on_host("y"). The function's return
// value, a cudaError_t or a count, is the call's result.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>

#include "runner/call.hpp"
#include "runner/program.hpp"

namespace runner {

struct Parameter {
    Parameter(const char* name) : name(name) {}
    Parameter(std::string name, bool host) : name(std::move(name)), host(host) {}

    std::string name;
    bool host = false;
};

inline Parameter on_host(std::string name) {
    return {std::move(name), true};
}

template <class T>
T argument(Call& call, const Parameter& parameter) {
    if constexpr (std::is_pointer_v<T>) {
        using Pointed = std::remove_pointer_t<T>;
        using Element = std::remove_const_t<Pointed>;
        if constexpr (std::is_const_v<Pointed>)
            return parameter.host ? call.host_input<Element>(parameter.name)
                                  : call.input<Element>(parameter.name);
        else
            return parameter.host ? call.host_output<Element>(parameter.name)
                                  : call.output<Element>(parameter.name);
    } else if constexpr (std::is_floating_point_v<T>) {
        return static_cast<T>(call.real(parameter.name));
    } else {
        static_assert(std::is_integral_v<T>, "a number or a pointer to numbers");
        if constexpr (sizeof(T) <= sizeof(int) && std::is_signed_v<T>)
            return static_cast<T>(call.size(parameter.name));
        else
            return static_cast<T>(call.whole(parameter.name));
    }
}

template <class Result, class... Parameters>
Function bind(Result (*function)(Parameters...),
              std::array<Parameter, sizeof...(Parameters)> names) {
    return [function, names = std::move(names)](Call& call) {
        // In braces, arguments are evaluated from left to right, so the first missing one is named.
        const auto apply = [&]<std::size_t... i>(std::index_sequence<i...>) {
            return std::apply(function,
                              std::tuple<Parameters...>{argument<Parameters>(call, names[i])...});
        };
        constexpr auto all = std::index_sequence_for<Parameters...>{};
        if constexpr (std::is_void_v<Result>)
            apply(all);
        else
            call.result(static_cast<std::int64_t>(apply(all)));
    };
}

}  // namespace runner
