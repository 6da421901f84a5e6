// Thrust's algorithms that only read: searches for an element, tests of an order, searches in
// sorted ranges.
#pragma once

#include <thrust/detail/algorithms.h>

namespace thrust {

namespace detail {

// The first position that `found` accepts; n if there is none.
template <class P, class F>
long first_position(const P& policy, long n, F found) {
    return count_in_order(policy, [n, found]() mutable {
        long i = 0;
        while (i < n && !found(i)) ++i;
        return i;
    });
}

template <class P, class In, class F>
In find_if(const P& policy, In first, In last, F f) {
    return first + first_position(policy, last - first, [in = unwrap(first), f](long i) mutable {
               return bool(f(in[i]));
           });
}
template <class P, class In, class F>
In find_if_not(const P& policy, In first, In last, F f) {
    return find_if(policy, first, last, [f](const value_of<In>& x) mutable { return !f(x); });
}
template <class P, class In, class T>
In find(const P& policy, In first, In last, T value) {
    return find_if(policy, first, last, [value](const value_of<In>& x) { return x == value; });
}
template <class P, class In, class F>
bool any_of(const P& policy, In first, In last, F f) {
    return find_if(policy, first, last, f) - first < last - first;
}
template <class P, class In, class F>
bool none_of(const P& policy, In first, In last, F f) {
    return !any_of(policy, first, last, f);
}
template <class P, class In, class F>
bool all_of(const P& policy, In first, In last, F f) {
    return find_if_not(policy, first, last, f) - first == last - first;
}
template <class P, class In, class In2, class Same = std::equal_to<value_of<In>>>
bool equal(const P& policy, In first, In last, In2 second, Same same = Same()) {
    const long n = last - first;
    return first_position(policy, n, [a = unwrap(first), b = unwrap(second), same](long i) mutable {
               return !same(a[i], b[i]);
           }) == n;
}
template <class P, class In, class In2, class Same = std::equal_to<value_of<In>>>
std::pair<In, In2> mismatch(const P& policy, In first, In last, In2 second, Same same = Same()) {
    const long at = first_position(policy, last - first,
                                   [a = unwrap(first), b = unwrap(second), same](long i) mutable {
                                       return !same(a[i], b[i]);
                                   });
    return {first + at, second + at};
}
template <class P, class In, class Less = std::less<value_of<In>>>
In is_sorted_until(const P& policy, In first, In last, Less less = Less()) {
    if (last - first < 2) return last;
    const long pairs = last - first - 1;
    return first + 1 + first_position(policy, pairs, [a = unwrap(first), less](long i) mutable {
               return bool(less(a[i + 1], a[i]));
           });
}
template <class P, class In, class Less = std::less<value_of<In>>>
bool is_sorted(const P& policy, In first, In last, Less less = Less()) {
    return is_sorted_until(policy, first, last, less) - last == 0;
}
template <class P, class In, class F>
In partition_point(const P& policy, In first, In last, F f) {
    return find_if_not(policy, first, last, f);
}
template <class P, class In, class F>
bool is_partitioned(const P& policy, In first, In last, F f) {
    return none_of(policy, find_if_not(policy, first, last, f), last, f);
}
template <class P, class In, class Less = std::less<value_of<In>>>
std::pair<In, In> minmax_element(const P& policy, In first, In last, Less less = Less()) {
    return {min_element(policy, first, last, less), max_element(policy, first, last, less)};
}

// Binary search for the end of the sorted elements that are `before(element)`.
template <class In, class Before>
long boundary(In in, long n, Before before) {
    long begin = 0;
    while (n > 0) {
        const long half = n / 2;
        if (before(in[begin + half])) {
            begin += half + 1;
            n -= half + 1;
        } else {
            n = half;
        }
    }
    return begin;
}

// Finds the position of one value, or, with an output, of each of many. For both bounds.
#define CUSIM_BOUND(name, condition)                                                            \
    template <class P, class In, class T>                                                       \
    In name(const P& policy, In first, In last, T value) {                                      \
        return name(policy, first, last, value, std::less<value_of<In>>());                     \
    }                                                                                           \
    template <class P, class In, class T, class Less>                                           \
    In name(const P& policy, In first, In last, T value, Less less) {                           \
        const long n = last - first;                                                            \
        return first + count_in_order(policy, [in = unwrap(first), n, value, less]() mutable {  \
                   return boundary(in, n, [&](const auto& x) { return condition; });            \
               });                                                                              \
    }                                                                                           \
    template <class P, class In, class In2, class Out,                                          \
              class = typename std::iterator_traits<In2>::value_type>                           \
    Out name(const P& policy, In first, In last, In2 values, In2 values_end, Out out) {         \
        const long n = last - first, m = values_end - values;                                   \
        for_each_index(policy, m,                                                               \
                       [in = unwrap(first), n, of = unwrap(values), to = unwrap(out)](long i) { \
                           const value_of<In2> value = of[i];                                   \
                           const std::less<value_of<In>> less;                                  \
                           to[i] = boundary(in, n, [&](const auto& x) { return condition; });   \
                       });                                                                      \
        return out + m;                                                                         \
    }
CUSIM_BOUND(lower_bound, less(x, value))
CUSIM_BOUND(upper_bound, !less(value, x))
#undef CUSIM_BOUND

template <class P, class In, class T>
std::pair<In, In> equal_range(const P& policy, In first, In last, T value) {
    return {lower_bound(policy, first, last, value), upper_bound(policy, first, last, value)};
}
template <class P, class In, class T, class Less>
std::pair<In, In> equal_range(const P& policy, In first, In last, T value, Less less) {
    return {lower_bound(policy, first, last, value, less),
            upper_bound(policy, first, last, value, less)};
}

template <class In, class T, class Less>
bool is_among(In in, long n, const T& value, Less less) {
    const long at = boundary(in, n, [&](const auto& x) { return less(x, value); });
    return at < n && !less(value, in[at]);
}
template <class P, class In, class T>
bool binary_search(const P& policy, In first, In last, T value) {
    return count_in_order(policy, [in = unwrap(first), n = last - first, value] {
        return long(is_among(in, n, value, std::less<value_of<In>>()));
    });
}
template <class P, class In, class T, class Less>
bool binary_search(const P& policy, In first, In last, T value, Less less) {
    return count_in_order(policy, [in = unwrap(first), n = last - first, value, less]() mutable {
        return long(is_among(in, n, value, less));
    });
}
// For each of many values: whether it is present.
template <class P, class In, class In2, class Out,
          class = typename std::iterator_traits<In2>::value_type>
Out binary_search(const P& policy, In first, In last, In2 values, In2 values_end, Out out) {
    const long n = last - first, m = values_end - values;
    for_each_index(policy, m,
                   [in = unwrap(first), n, of = unwrap(values), to = unwrap(out)](long i) {
                       const value_of<In2> value = of[i];
                       to[i] = is_among(in, n, value, std::less<value_of<In2>>());
                   });
    return out + m;
}

}  // namespace detail

CUSIM_ALGORITHM(find)
CUSIM_ALGORITHM(find_if)
CUSIM_ALGORITHM(find_if_not)
CUSIM_ALGORITHM(any_of)
CUSIM_ALGORITHM(none_of)
CUSIM_ALGORITHM(all_of)
CUSIM_ALGORITHM(equal)
CUSIM_ALGORITHM(mismatch)
CUSIM_ALGORITHM(is_sorted)
CUSIM_ALGORITHM(is_sorted_until)
CUSIM_ALGORITHM(partition_point)
CUSIM_ALGORITHM(is_partitioned)
CUSIM_ALGORITHM(minmax_element)
CUSIM_ALGORITHM(lower_bound)
CUSIM_ALGORITHM(upper_bound)
CUSIM_ALGORITHM(equal_range)
CUSIM_ALGORITHM(binary_search)

}  // namespace thrust
