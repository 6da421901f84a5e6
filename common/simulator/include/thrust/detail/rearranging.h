// Thrust's algorithms that write, remove, move or merge elements. See algorithms.h for how they use
// threads.
#pragma once

#include <thrust/detail/algorithms.h>

namespace thrust {

namespace detail {

// Calls a generator for each element; on the device, each thread has its own copy of it.
template <class P, class Out, class F>
void generate(const P& policy, Out first, Out last, F f) {
    for_each_index(policy, last - first, [to = unwrap(first), f](long i) mutable { to[i] = f(); });
}
template <class P, class Out, class F>
Out generate_n(const P& policy, Out first, long n, F f) {
    generate(policy, first, first + n, f);
    return first + n;
}
template <class P, class Out, class F>
void tabulate(const P& policy, Out first, Out last, F f) {
    for_each_index(policy, last - first, [to = unwrap(first), f](long i) mutable { to[i] = f(i); });
}
template <class P, class In, class F, class T>
void replace_if(const P& policy, In first, In last, F chosen, T value) {
    for_each_index(policy, last - first, [in = unwrap(first), chosen, value](long i) mutable {
        if (chosen(in[i])) in[i] = value;
    });
}
template <class P, class In, class T>
void replace(const P& policy, In first, In last, T old, T value) {
    replace_if(
        policy, first, last, [old](const value_of<In>& x) { return x == old; }, value);
}
template <class P, class In, class Out, class F, class G>
Out transform_if(const P& policy, In first, In last, Out out, F f, G chosen) {
    const long n = last - first;
    for_each_index(policy, n, [in = unwrap(first), to = unwrap(out), f, chosen](long i) mutable {
        if (chosen(in[i])) to[i] = f(in[i]);
    });
    return out + n;
}
template <class P, class In, class Stencil, class Out, class F, class G>
Out transform_if(const P& policy, In first, In last, Stencil by, Out out, F f, G chosen) {
    const long n = last - first;
    for_each_index(
        policy, n,
        [in = unwrap(first), by = unwrap(by), to = unwrap(out), f, chosen](long i) mutable {
            if (chosen(by[i])) to[i] = f(in[i]);
        });
    return out + n;
}
template <class P, class In, class Out>
Out swap_ranges(const P& policy, In first, In last, Out second) {
    const long n = last - first;
    for_each_index(policy, n, [a = unwrap(first), b = unwrap(second)](long i) {
        const value_of<In> kept = a[i];
        a[i] = b[i];
        b[i] = kept;
    });
    return second + n;
}
template <class P, class In>
void reverse(const P& policy, In first, In last) {
    const long n = last - first;
    for_each_index(policy, n / 2, [a = unwrap(first), n](long i) {
        const value_of<In> kept = a[i];
        a[i] = a[n - 1 - i];
        a[n - 1 - i] = kept;
    });
}
template <class P, class In, class Out>
Out reverse_copy(const P& policy, In first, In last, Out out) {
    const long n = last - first;
    for_each_index(policy, n,
                   [in = unwrap(first), to = unwrap(out), n](long i) { to[i] = in[n - 1 - i]; });
    return out + n;
}
template <class P, class In, class Out, class F = std::minus<value_of<In>>>
Out adjacent_difference(const P& policy, In first, In last, Out out, F f = F()) {
    const long n = last - first;
    in_order(policy, [in = unwrap(first), to = unwrap(out), n, f]() mutable {
        value_of<In> before = value_of<In>();
        for (long i = 0; i < n; ++i) {
            const value_of<In> here = in[i];
            if (i == 0)
                to[i] = here;
            else
                to[i] = f(here, before);
            before = here;
        }
    });
    return out + n;
}

// Removing elements means keeping the others, in order.
template <class P, class In, class Out, class F>
Out remove_copy_if(const P& policy, In first, In last, Out out, F taken) {
    return copy_if(policy, first, last, out,
                   [taken](const value_of<In>& x) mutable { return !taken(x); });
}
template <class P, class In, class Out, class T>
Out remove_copy(const P& policy, In first, In last, Out out, T value) {
    return copy_if(policy, first, last, out,
                   [value](const value_of<In>& x) { return !(x == value); });
}
template <class P, class In, class F>
In remove_if(const P& policy, In first, In last, F taken) {
    return remove_copy_if(policy, first, last, first, taken);
}
template <class P, class In, class Stencil, class F>
In remove_if(const P& policy, In first, In last, Stencil stencil, F taken) {
    return copy_if(policy, first, last, stencil, first,
                   [taken](const value_of<Stencil>& x) mutable { return !taken(x); });
}
template <class P, class In, class T>
In remove(const P& policy, In first, In last, T value) {
    return remove_copy(policy, first, last, first, value);
}
template <class P, class In, class F>
In stable_partition(const P& policy, In first, In last, F chosen) {
    const long n = last - first;
    const scratch<value_of<In>> others(policy, n);
    return first +
           count_in_order(policy, [in = unwrap(first), others = others.get(), n, chosen]() mutable {
               long next = 0, left = 0;
               for (long i = 0; i < n; ++i) {
                   const value_of<In> here = in[i];
                   if (chosen(here))
                       in[next++] = here;
                   else
                       others[left++] = here;
               }
               for (long i = 0; i < left; ++i) in[next + i] = others[i];
               return next;
           });
}

// Keeps the first of each run of equal elements, or of equal keys.
template <class P, class In, class Out, class Same = std::equal_to<value_of<In>>>
Out unique_copy(const P& policy, In first, In last, Out out, Same same = Same()) {
    const long n = last - first;
    return out + count_in_order(policy, [in = unwrap(first), to = unwrap(out), n, same]() mutable {
               long next = 0;
               value_of<In> before = value_of<In>();
               for (long i = 0; i < n; ++i) {
                   const value_of<In> here = in[i];
                   if (i == 0 || !same(before, here)) to[next++] = here;
                   before = here;
               }
               return next;
           });
}
template <class P, class In, class Same = std::equal_to<value_of<In>>>
In unique(const P& policy, In first, In last, Same same = Same()) {
    return unique_copy(policy, first, last, first, same);
}
template <class P, class Keys, class In, class OutKeys, class Out,
          class Same = std::equal_to<value_of<Keys>>, class Op = std::plus<value_of<In>>>
std::pair<OutKeys, Out> reduce_by_key(const P& policy, Keys first, Keys last, In values,
                                      OutKeys out_keys, Out out, Same same = Same(), Op op = Op()) {
    const long n = last - first;
    const long runs = count_in_order(
        policy, [keys = unwrap(first), in = unwrap(values), to_keys = unwrap(out_keys),
                 to = unwrap(out), n, same, op]() mutable {
            long next = 0;
            for (long begin = 0; begin < n;) {
                const value_of<Keys> key = keys[begin];
                value_of<In> sum = in[begin];
                long i = begin + 1;
                for (; i < n && same(key, keys[i]); ++i) sum = op(sum, in[i]);
                to_keys[next] = key;
                to[next++] = sum;
                begin = i;
            }
            return next;
        });
    return {out_keys + runs, out + runs};
}
template <class P, class Keys, class In, class Same = std::equal_to<value_of<Keys>>>
std::pair<Keys, In> unique_by_key(const P& policy, Keys first, Keys last, In values,
                                  Same same = Same()) {
    return reduce_by_key(policy, first, last, values, first, values, same,
                         [](const auto& kept, const auto&) { return kept; });
}
template <class P, class In, class In2, class Out, class Less = std::less<value_of<In>>>
Out merge(const P& policy, In first, In last, In2 first2, In2 last2, Out out, Less less = Less()) {
    const long n = last - first, n2 = last2 - first2;
    in_order(policy,
             [a = unwrap(first), b = unwrap(first2), to = unwrap(out), n, n2, less]() mutable {
                 long i = 0, j = 0;
                 while (i + j < n + n2) {
                     const bool second = i == n || (j < n2 && less(b[j], a[i]));
                     if (second)
                         to[i + j] = b[j], ++j;
                     else
                         to[i + j] = a[i], ++i;
                 }
             });
    return out + (n + n2);
}
template <class P, class In, class Out, class F, class Op>
Out transform_inclusive_scan(const P& policy, In first, In last, Out out, F f, Op op) {
    return inclusive_scan(policy, make_transform_iterator(first, f),
                          make_transform_iterator(last, f), out, op);
}
template <class P, class In, class Out, class F, class T, class Op>
Out transform_exclusive_scan(const P& policy, In first, In last, Out out, F f, T init, Op op) {
    return exclusive_scan(policy, make_transform_iterator(first, f),
                          make_transform_iterator(last, f), out, init, op);
}
template <class P, class In, class Out>
Out copy_n(const P& policy, In first, long n, Out out) {
    return copy(policy, first, first + n, out);
}
template <class P, class Out, class T>
Out fill_n(const P& policy, Out first, long n, T value) {
    fill(policy, first, first + n, value);
    return first + n;
}
template <class P, class In, class F>
In for_each_n(const P& policy, In first, long n, F f) {
    return for_each(policy, first, first + n, f);
}

}  // namespace detail

CUSIM_ALGORITHM(generate)
CUSIM_ALGORITHM(generate_n)
CUSIM_ALGORITHM(tabulate)
CUSIM_ALGORITHM(replace)
CUSIM_ALGORITHM(replace_if)
CUSIM_ALGORITHM(transform_if)
CUSIM_ALGORITHM(swap_ranges)
CUSIM_ALGORITHM(reverse)
CUSIM_ALGORITHM(reverse_copy)
CUSIM_ALGORITHM(adjacent_difference)
CUSIM_ALGORITHM(remove)
CUSIM_ALGORITHM(remove_if)
CUSIM_ALGORITHM(remove_copy)
CUSIM_ALGORITHM(remove_copy_if)
CUSIM_ALGORITHM(stable_partition)
CUSIM_ALGORITHM(unique)
CUSIM_ALGORITHM(unique_copy)
CUSIM_ALGORITHM(unique_by_key)
CUSIM_ALGORITHM(reduce_by_key)
CUSIM_ALGORITHM(merge)
CUSIM_ALGORITHM(transform_inclusive_scan)
CUSIM_ALGORITHM(transform_exclusive_scan)
CUSIM_ALGORITHM(copy_n)
CUSIM_ALGORITHM(fill_n)
CUSIM_ALGORITHM(for_each_n)

// As stable as `stable_partition`.
template <class... Arguments>
auto partition(Arguments... arguments) {
    return thrust::stable_partition(arguments...);
}

}  // namespace thrust
