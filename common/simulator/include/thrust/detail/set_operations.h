// Thrust's set operations on sorted ranges, with or without values; in one thread, from the first
// element to the last.
#pragma once

#include <thrust/detail/algorithms.h>

namespace thrust {

namespace detail {

// What is output: elements of one range only, or those of both (taken from the first).
struct set_rule {
    bool first, second, both;
};
inline constexpr set_rule of_union{true, true, true}, of_intersection{false, false, true},
    of_difference{true, false, false}, of_symmetric_difference{true, true, false};

// Calls take(i, false) for element i of the first range, and take(i, true) for one of the second.
template <class A, class B, class Less, class Take>
void walk_sets(const set_rule& rule, A a, long n, B b, long m, Less less, Take take) {
    long i = 0, j = 0;
    while (i < n || j < m) {
        const bool before = j == m || (i < n && less(a[i], b[j]));
        const bool behind = !before && (i == n || less(b[j], a[i]));
        const bool same = !before && !behind;
        if ((before && rule.first) || (same && rule.both)) take(i, false);
        if (behind && rule.second) take(j, true);
        i += !behind;
        j += !before;
    }
}

template <class P, class In, class In2, class Out, class Less>
Out sets(const P& policy, set_rule rule, In first, In last, In2 first2, In2 last2, Out out,
         Less less) {
    const long n = last - first, m = last2 - first2;
    return out + count_in_order(policy, [rule, a = unwrap(first), b = unwrap(first2),
                                         to = unwrap(out), n, m, less]() mutable {
               long next = 0;
               walk_sets(rule, a, n, b, m, less, [&](long i, bool second) {
                   if (second)
                       to[next++] = b[i];
                   else
                       to[next++] = a[i];
               });
               return next;
           });
}

template <class P, class Keys, class Keys2, class In, class In2, class OutKeys, class Out,
          class Less>
std::pair<OutKeys, Out> sets_by_key(const P& policy, set_rule rule, Keys first, Keys last,
                                    Keys2 first2, Keys2 last2, In values, In2 values2,
                                    OutKeys out_keys, Out out, Less less) {
    const long n = last - first, m = last2 - first2;
    const long found =
        count_in_order(policy, [rule, a = unwrap(first), b = unwrap(first2), x = unwrap(values),
                                y = unwrap(values2), keys = unwrap(out_keys), to = unwrap(out), n,
                                m, less]() mutable {
            long next = 0;
            walk_sets(rule, a, n, b, m, less, [&](long i, bool second) {
                if (second)
                    keys[next] = b[i], to[next] = y[i];
                else
                    keys[next] = a[i], to[next] = x[i];
                ++next;
            });
            return next;
        });
    return {out_keys + found, out + found};
}

#define CUSIM_SET_OPERATION(name, rule)                                                          \
    template <class P, class In, class In2, class Out, class Less = std::less<value_of<In>>>     \
    Out name(const P& policy, In first, In last, In2 first2, In2 last2, Out out,                 \
             Less less = Less()) {                                                               \
        return sets(policy, rule, first, last, first2, last2, out, less);                        \
    }                                                                                            \
    template <class P, class Keys, class Keys2, class In, class In2, class OutKeys, class Out,   \
              class Less = std::less<value_of<Keys>>>                                            \
    std::pair<OutKeys, Out> name##_by_key(const P& policy, Keys first, Keys last, Keys2 first2,  \
                                          Keys2 last2, In values, In2 values2, OutKeys out_keys, \
                                          Out out, Less less = Less()) {                         \
        return sets_by_key(policy, rule, first, last, first2, last2, values, values2, out_keys,  \
                           out, less);                                                           \
    }
CUSIM_SET_OPERATION(set_union, of_union)
CUSIM_SET_OPERATION(set_difference, of_difference)
CUSIM_SET_OPERATION(set_symmetric_difference, of_symmetric_difference)
#undef CUSIM_SET_OPERATION

template <class P, class In, class In2, class Out, class Less = std::less<value_of<In>>>
Out set_intersection(const P& policy, In first, In last, In2 first2, In2 last2, Out out,
                     Less less = Less()) {
    return sets(policy, of_intersection, first, last, first2, last2, out, less);
}
// Only the first range has values.
template <class P, class Keys, class Keys2, class In, class OutKeys, class Out,
          class Less = std::less<value_of<Keys>>>
std::pair<OutKeys, Out> set_intersection_by_key(const P& policy, Keys first, Keys last,
                                                Keys2 first2, Keys2 last2, In values,
                                                OutKeys out_keys, Out out, Less less = Less()) {
    return sets_by_key(policy, of_intersection, first, last, first2, last2, values, values,
                       out_keys, out, less);
}

}  // namespace detail

CUSIM_ALGORITHM(set_union)
CUSIM_ALGORITHM(set_union_by_key)
CUSIM_ALGORITHM(set_intersection)
CUSIM_ALGORITHM(set_intersection_by_key)
CUSIM_ALGORITHM(set_difference)
CUSIM_ALGORITHM(set_difference_by_key)
CUSIM_ALGORITHM(set_symmetric_difference)
CUSIM_ALGORITHM(set_symmetric_difference_by_key)

}  // namespace thrust
