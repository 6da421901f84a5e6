// Thrust's algorithms on runs of equal keys, or with a second range that selects the elements that
// take part.
#pragma once

#include <thrust/detail/rearranging.h>

namespace thrust {

namespace detail {

template <class P, class Keys, class In, class Out, class Same = std::equal_to<value_of<Keys>>,
          class Op = std::plus<value_of<In>>>
Out inclusive_scan_by_key(const P& policy, Keys first, Keys last, In values, Out out,
                          Same same = Same(), Op op = Op()) {
    const long n = last - first;
    in_order(policy,
             [keys = unwrap(first), in = unwrap(values), to = unwrap(out), n, same, op]() mutable {
                 value_of<In> sum = value_of<In>();
                 for (long i = 0; i < n; ++i) {
                     const value_of<In> here = in[i];
                     if (i == 0 || !same(keys[i - 1], keys[i]))
                         sum = here;
                     else
                         sum = op(sum, here);
                     to[i] = sum;
                 }
             });
    return out + n;
}
template <class P, class Keys, class In, class Out, class T = value_of<In>,
          class Same = std::equal_to<value_of<Keys>>, class Op = std::plus<T>>
Out exclusive_scan_by_key(const P& policy, Keys first, Keys last, In values, Out out, T init = T(),
                          Same same = Same(), Op op = Op()) {
    const long n = last - first;
    in_order(policy, [keys = unwrap(first), in = unwrap(values), to = unwrap(out), n, init, same,
                      op]() mutable {
        T sum = init;
        for (long i = 0; i < n; ++i) {
            if (i > 0 && !same(keys[i - 1], keys[i])) sum = init;
            const T next = op(sum, in[i]);
            to[i] = sum;
            sum = next;
        }
    });
    return out + n;
}
template <class P, class Keys, class In, class OutKeys, class Out,
          class Same = std::equal_to<value_of<Keys>>>
std::pair<OutKeys, Out> unique_by_key_copy(const P& policy, Keys first, Keys last, In values,
                                           OutKeys out_keys, Out out, Same same = Same()) {
    return reduce_by_key(policy, first, last, values, out_keys, out, same,
                         [](const auto& kept, const auto&) { return kept; });
}
template <class P, class In, class Same = std::equal_to<value_of<In>>>
long unique_count(const P& policy, In first, In last, Same same = Same()) {
    return count_in_order(policy, [in = unwrap(first), n = last - first, same]() mutable {
        long runs = 0;
        for (long i = 0; i < n; ++i) runs += i == 0 || !same(in[i - 1], in[i]);
        return runs;
    });
}
template <class P, class Keys, class Keys2, class In, class In2, class OutKeys, class Out,
          class Less = std::less<value_of<Keys>>>
std::pair<OutKeys, Out> merge_by_key(const P& policy, Keys first, Keys last, Keys2 first2,
                                     Keys2 last2, In values, In2 values2, OutKeys out_keys, Out out,
                                     Less less = Less()) {
    const long n = last - first, m = last2 - first2;
    in_order(policy,
             [a = unwrap(first), b = unwrap(first2), x = unwrap(values), y = unwrap(values2),
              keys = unwrap(out_keys), to = unwrap(out), n, m, less]() mutable {
                 for (long i = 0, j = 0; i + j < n + m;) {
                     const long at = i + j;
                     if (i == n || (j < m && less(b[j], a[i])))
                         keys[at] = b[j], to[at] = y[j], ++j;
                     else
                         keys[at] = a[i], to[at] = x[i], ++i;
                 }
             });
    return {out_keys + (n + m), out + (n + m)};
}

template <class P, class Map, class Stencil, class In, class Out,
          class F = identity<value_of<Stencil>>>
Out gather_if(const P& policy, Map first, Map last, Stencil stencil, In from, Out out,
              F chosen = F()) {
    const long n = last - first;
    for_each_index(policy, n,
                   [map = unwrap(first), by = unwrap(stencil), in = unwrap(from), to = unwrap(out),
                    chosen](long i) mutable {
                       if (chosen(by[i])) to[i] = in[map[i]];
                   });
    return out + n;
}
template <class P, class In, class Map, class Stencil, class Out,
          class F = identity<value_of<Stencil>>>
void scatter_if(const P& policy, In first, In last, Map map, Stencil stencil, Out out,
                F chosen = F()) {
    for_each_index(policy, last - first,
                   [in = unwrap(first), at = unwrap(map), by = unwrap(stencil), to = unwrap(out),
                    chosen](long i) mutable {
                       if (chosen(by[i])) to[at[i]] = in[i];
                   });
}
template <class P, class In, class Out, class F, class T>
Out replace_copy_if(const P& policy, In first, In last, Out out, F chosen, T value) {
    const long n = last - first;
    for_each_index(policy, n,
                   [in = unwrap(first), to = unwrap(out), chosen, value](long i) mutable {
                       const value_of<In> here = in[i];
                       if (chosen(here))
                           to[i] = value;
                       else
                           to[i] = here;
                   });
    return out + n;
}
template <class P, class In, class Out, class T>
Out replace_copy(const P& policy, In first, In last, Out out, T old, T value) {
    return replace_copy_if(
        policy, first, last, out, [old](const value_of<In>& x) { return x == old; }, value);
}
template <class P, class In, class Out, class Out2, class F>
std::pair<Out, Out2> stable_partition_copy(const P& policy, In first, In last, Out chosen,
                                           Out2 others, F f) {
    const Out end = copy_if(policy, first, last, chosen, f);
    return {end, remove_copy_if(policy, first, last, others, f)};
}

}  // namespace detail

CUSIM_ALGORITHM(inclusive_scan_by_key)
CUSIM_ALGORITHM(exclusive_scan_by_key)
CUSIM_ALGORITHM(unique_by_key_copy)
CUSIM_ALGORITHM(unique_count)
CUSIM_ALGORITHM(merge_by_key)
CUSIM_ALGORITHM(gather_if)
CUSIM_ALGORITHM(scatter_if)
CUSIM_ALGORITHM(replace_copy)
CUSIM_ALGORITHM(replace_copy_if)
CUSIM_ALGORITHM(stable_partition_copy)

// As stable as `stable_partition_copy`.
template <class... Arguments>
auto partition_copy(Arguments... arguments) {
    return thrust::stable_partition_copy(arguments...);
}
// Elements need no construction here.
template <class... Arguments>
auto uninitialized_copy(Arguments... arguments) {
    return thrust::copy(arguments...);
}
template <class... Arguments>
auto uninitialized_copy_n(Arguments... arguments) {
    return thrust::copy_n(arguments...);
}
template <class... Arguments>
void uninitialized_fill(Arguments... arguments) {
    thrust::fill(arguments...);
}
template <class... Arguments>
auto uninitialized_fill_n(Arguments... arguments) {
    return thrust::fill_n(arguments...);
}

}  // namespace thrust
