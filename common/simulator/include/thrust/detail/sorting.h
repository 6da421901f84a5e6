// Thrust's sorts, all stable. Numbers in their usual order are sorted by the library operation of
// cusim/sorting.hpp, everything else by comparisons in one thread.
#pragma once

#include <thrust/detail/algorithms.h>

#include <cusim/sorting.hpp>

namespace thrust {

namespace detail {

// The permutation that sorts the keys, in which equal keys keep their order: bottom-up merge sort.
template <class Keys, class Less>
void sort_positions(Keys keys, long n, Less less, long* order, long* other) {
    for (long i = 0; i < n; ++i) order[i] = i;
    for (long run = 1; run < n; run *= 2) {
        for (long begin = 0; begin < n; begin += 2 * run) {
            const long middle = begin + run < n ? begin + run : n;
            const long end = begin + 2 * run < n ? begin + 2 * run : n;
            long left = begin, right = middle;
            for (long to = begin; to < end; ++to) {
                const bool take_right =
                    left == middle || (right < end && less(keys[order[right]], keys[order[left]]));
                other[to] = order[take_right ? right++ : left++];
            }
        }
        for (long i = 0; i < n; ++i) order[i] = other[i];
    }
}

template <class P, class Values>
void put_in_order(const P& policy, Values values, long n, const long* order) {
    const scratch<value_of<Values>> sorted(policy, n);
    for_each_index(policy, n, [in = unwrap(values), to = sorted.get(), order](long i) {
        to[i] = in[order[i]];
    });
    for_each_index(policy, n, [to = unwrap(values), in = sorted.get()](long i) { to[i] = in[i]; });
}

// Whether the library operation can be used: for these keys and this order, called by the host. It
// needs contiguous ranges in device memory.
template <class Keys, class Less>
bool sorts_numbers() {
    using Key = value_of<Keys>;
    constexpr bool in_order =
        ::cusim::detail::is_ascending<Less, Key> || ::cusim::detail::is_descending<Less, Key>;
    return in_order && ::cusim::detail::number_of<Key>() != ::cusim::detail::Number::none &&
           !::cusim::detail::on_device();
}
template <class Keys, class Less>
::cusim::detail::Sorting sorting_of(const char* function, Keys first, long n) {
    using Key = value_of<Keys>;
    return {function,
            ::cusim::detail::number_of<Key>(),
            ::cusim::detail::is_descending<Less, Key>,
            n,
            unwrap(first),
            unwrap(first)};
}
inline void carry_out(const device_policy& policy, const ::cusim::detail::Sorting& sorting) {
    ::cusim::detail::sort_numbers(sorting, policy.stream);
    require(cudaGetLastError());
    require(cudaStreamSynchronize(policy.stream));
}

template <class P, class Keys, class Less = std::less<value_of<Keys>>>
void sort(const P& policy, Keys first, Keys last, Less less = Less()) {
    const long n = last - first;
    if constexpr (std::is_base_of_v<device_policy, P> && is_flat<Keys>)
        if (sorts_numbers<Keys, Less>())
            return carry_out(policy, sorting_of<Keys, Less>("thrust::sort", first, n));
    const scratch<long> order(policy, n), other(policy, n);
    in_order(policy, [keys = unwrap(first), n, less, a = order.get(), b = other.get()]() mutable {
        sort_positions(keys, n, less, a, b);
    });
    put_in_order(policy, first, n, order.get());
}
template <class P, class Keys, class Values, class Less = std::less<value_of<Keys>>>
void sort_by_key(const P& policy, Keys first, Keys last, Values values, Less less = Less()) {
    using Value = value_of<Values>;
    const long n = last - first;
    if constexpr (std::is_base_of_v<device_policy, P> && is_flat<Keys> && is_flat<Values> &&
                  std::is_trivially_copyable_v<Value>) {
        if (sorts_numbers<Keys, Less>()) {
            auto sorting = sorting_of<Keys, Less>("thrust::sort_by_key", first, n);
            sorting.values = sorting.sorted_values = unwrap(values);
            sorting.value_size = sizeof(Value);
            return carry_out(policy, sorting);
        }
    }
    const scratch<long> order(policy, n), other(policy, n);
    in_order(policy, [keys = unwrap(first), n, less, a = order.get(), b = other.get()]() mutable {
        sort_positions(keys, n, less, a, b);
    });
    put_in_order(policy, values, n, order.get());
    put_in_order(policy, first, n, order.get());
}

}  // namespace detail

CUSIM_ALGORITHM(sort)
CUSIM_ALGORITHM(sort_by_key)

// As stable as `sort` is here.
template <class... Arguments>
void stable_sort(Arguments... arguments) {
    thrust::sort(arguments...);
}
template <class... Arguments>
void stable_sort_by_key(Arguments... arguments) {
    thrust::sort_by_key(arguments...);
}

}  // namespace thrust
