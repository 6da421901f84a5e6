// Thrust's algorithms. Those that handle each element independently run with one thread for each
// element. Those that depend on an order (sums, scans, sorting) run in one thread, from the first
// element to the last.
#pragma once

#include <thrust/detail/functional.h>
#include <thrust/detail/iterators.h>
#include <thrust/detail/views.h>

#include <algorithm>
#include <memory>

namespace thrust {

namespace detail {

template <class P, class In, class F>
In for_each(const P& policy, In first, In last, F f) {
    for_each_index(policy, last - first, [in = unwrap(first), f](long i) mutable { f(in[i]); });
    return last;
}

template <class P, class In, class Out, class F>
Out transform(const P& policy, In first, In last, Out out, F f) {
    const long n = last - first;
    for_each_index(policy, n,
                   [in = unwrap(first), to = unwrap(out), f](long i) mutable { to[i] = f(in[i]); });
    return out + n;
}
template <class P, class In, class In2, class Out, class F>
Out transform(const P& policy, In first, In last, In2 second, Out out, F f) {
    const long n = last - first;
    for_each_index(policy, n,
                   [a = unwrap(first), b = unwrap(second), to = unwrap(out), f](long i) mutable {
                       to[i] = f(a[i], b[i]);
                   });
    return out + n;
}

template <class P, class Out, class T>
void fill(const P& policy, Out first, Out last, T value) {
    for_each_index(policy, last - first, [to = unwrap(first), value](long i) { to[i] = value; });
}
template <class P, class Out, class T = value_of<Out>>
void sequence(const P& policy, Out first, Out last, T begin = T(0), T step = T(1)) {
    for_each_index(policy, last - first,
                   [to = unwrap(first), begin, step](long i) { to[i] = T(begin + T(i) * step); });
}
template <class P, class In, class Map, class Out>
Out gather(const P& policy, Map first, Map last, In from, Out out) {
    const long n = last - first;
    for_each_index(policy, n, [map = unwrap(first), in = unwrap(from), to = unwrap(out)](long i) {
        to[i] = in[map[i]];
    });
    return out + n;
}
template <class P, class In, class Map, class Out>
void scatter(const P& policy, In first, In last, Map map, Out out) {
    for_each_index(
        policy, last - first,
        [in = unwrap(first), at = unwrap(map), to = unwrap(out)](long i) { to[at[i]] = in[i]; });
}

// Copies the elements to an array on the host.
template <class P, class In>
std::unique_ptr<value_of<In>[]> fetched(const P& policy, In first, long n) {
    using T = value_of<In>;
    std::unique_ptr<T[]> on_host(new T[n]);
    if constexpr (is_flat<In>) {
        require(cudaMemcpy(on_host.get(), unwrap(first), n * sizeof(T), cudaMemcpyDefault));
    } else {
        const scratch<T> computed(policy, n);
        for_each_index(policy, n,
                       [in = unwrap(first), to = computed.get()](long i) { to[i] = in[i]; });
        require(cudaMemcpy(on_host.get(), computed.get(), n * sizeof(T), cudaMemcpyDefault));
    }
    return on_host;
}
// Copies elements of the host to the device, converted to the target's type.
template <class P, class In, class Out>
Out send(const P& policy, In first, long n, Out out) {
    using T = value_of<Out>;
    std::unique_ptr<T[]> on_host(new T[n]);
    for (long i = 0; i < n; ++i, ++first) on_host[i] = T(*first);
    if constexpr (is_flat<Out>) {
        require(cudaMemcpy(unwrap(out), on_host.get(), n * sizeof(T), cudaMemcpyDefault));
    } else {
        const scratch<T> sent(policy, n);
        require(cudaMemcpy(sent.get(), on_host.get(), n * sizeof(T), cudaMemcpyDefault));
        for_each_index(policy, n, [to = unwrap(out), in = sent.get()](long i) { to[i] = in[i]; });
    }
    return out + n;
}
template <class P, class In, class Out>
Out copy(const P& policy, In first, In last, Out out) {
    const long n = std::distance(first, last);  // also for a list
    if (n <= 0) return out;
    constexpr bool from_device = lies_on_device<In>::value, to_device = lies_on_device<Out>::value;
    if constexpr ((from_device || to_device) && is_flat<In> && is_flat<Out> &&
                  std::is_same_v<value_of<In>, value_of<Out>>) {
        const std::size_t bytes = n * sizeof(value_of<In>);
        require(cudaMemcpy(unwrap(out), unwrap(first), bytes, cudaMemcpyDefault));
        return out + n;
    } else if constexpr (from_device && (is_foreign<Out> || std::is_pointer_v<Out>)) {
        const auto on_host = fetched(policy, first, n);
        return std::copy(on_host.get(), on_host.get() + n, out);
    } else if constexpr (to_device && (is_foreign<In> || std::is_pointer_v<In>)) {
        return send(policy, first, n, out);
    } else if constexpr (is_foreign<Out>) {
        for (long i = 0; i < n; ++i, ++first, ++out) *out = *first;
        return out;
    } else {
        for_each_index(policy, n,
                       [in = unwrap(first), to = unwrap(out)](long i) { to[i] = in[i]; });
        return out + n;
    }
}

template <class P, class In, class F, class T, class Op>
T transform_reduce(const P& policy, In first, In last, F f, T init, Op op) {
    const long n = last - first;
    const scratch<T> result(policy, 1);
    in_order(policy, [in = unwrap(first), n, f, init, op, to = result.get()]() mutable {
        T sum = init;
        for (long i = 0; i < n; ++i) sum = op(sum, f(in[i]));
        *to = sum;
    });
    return result.first();
}
template <class P, class In, class T, class Op = std::plus<T>>
T reduce(const P& policy, In first, In last, T init, Op op = Op()) {
    return transform_reduce(policy, first, last, identity<value_of<In>>(), init, op);
}
template <class P, class In>
value_of<In> reduce(const P& policy, In first, In last) {
    return reduce(policy, first, last, value_of<In>());
}
template <class P, class In, class In2, class T>
T inner_product(const P& policy, In first, In last, In2 second, T init) {
    return transform_reduce(
        policy, counting_iterator<long>(0), counting_iterator<long>(last - first),
        [a = unwrap(first), b = unwrap(second)](long i) { return T(a[i] * b[i]); }, init,
        std::plus<T>());
}
template <class P, class In, class In2, class T, class Sum, class Product>
T inner_product(const P& policy, In first, In last, In2 second, T init, Sum sum, Product product) {
    return transform_reduce(
        policy, counting_iterator<long>(0), counting_iterator<long>(last - first),
        [a = unwrap(first), b = unwrap(second), product](long i) mutable {
            return product(a[i], b[i]);
        },
        init, sum);
}
template <class P, class In, class F>
long count_if(const P& policy, In first, In last, F f) {
    return transform_reduce(
        policy, first, last, [f](const value_of<In>& x) mutable { return f(x) ? 1L : 0L; }, 0L,
        std::plus<long>());
}
template <class P, class In, class T>
long count(const P& policy, In first, In last, T value) {
    return count_if(policy, first, last, [value](const value_of<In>& x) { return x == value; });
}

// The first element than which no other is better.
template <class P, class In, class Better>
In best_element(const P& policy, In first, In last, Better better) {
    const long n = last - first;
    const scratch<long> result(policy, 1);
    in_order(policy, [in = unwrap(first), n, better, to = result.get()]() mutable {
        long best = 0;
        for (long i = 1; i < n; ++i)
            if (better(in[i], in[best])) best = i;
        *to = best;
    });
    return first + result.first();
}
template <class P, class In, class Less = std::less<value_of<In>>>
In min_element(const P& policy, In first, In last, Less less = Less()) {
    return best_element(policy, first, last, less);
}
template <class P, class In, class Less = std::less<value_of<In>>>
In max_element(const P& policy, In first, In last, Less less = Less()) {
    return best_element(policy, first, last,
                        [less](const auto& a, const auto& b) mutable { return less(b, a); });
}

template <class P, class In, class Out, class Op = std::plus<value_of<In>>>
Out inclusive_scan(const P& policy, In first, In last, Out out, Op op = Op()) {
    const long n = last - first;
    in_order(policy, [in = unwrap(first), to = unwrap(out), n, op]() mutable {
        if (n == 0) return;
        value_of<In> sum = in[0];
        to[0] = sum;
        for (long i = 1; i < n; ++i) to[i] = sum = op(sum, in[i]);
    });
    return out + n;
}
template <class P, class In, class Out, class T = value_of<In>, class Op = std::plus<T>>
Out exclusive_scan(const P& policy, In first, In last, Out out, T init = T(), Op op = Op()) {
    const long n = last - first;
    in_order(policy, [in = unwrap(first), to = unwrap(out), n, init, op]() mutable {
        T sum = init;
        for (long i = 0; i < n; ++i) {
            const T next = op(sum, in[i]);
            to[i] = sum;
            sum = next;
        }
    });
    return out + n;
}

// Copies the elements that `keep` accepts, in order.
template <class P, class In, class Out, class F>
Out copy_if(const P& policy, In first, In last, Out out, F keep) {
    const long n = last - first;
    return out + count_in_order(policy, [in = unwrap(first), to = unwrap(out), n, keep]() mutable {
               long next = 0;
               for (long i = 0; i < n; ++i)
                   if (keep(in[i])) to[next++] = in[i];
               return next;
           });
}
template <class P, class In, class Stencil, class Out, class F>
Out copy_if(const P& policy, In first, In last, Stencil stencil, Out out, F keep) {
    const long n = last - first;
    return out + count_in_order(policy, [in = unwrap(first), by = unwrap(stencil), to = unwrap(out),
                                         n, keep]() mutable {
               long next = 0;
               for (long i = 0; i < n; ++i)
                   if (keep(by[i])) to[next++] = in[i];
               return next;
           });
}

}  // namespace detail

CUSIM_ALGORITHM(for_each)
CUSIM_ALGORITHM(transform)
CUSIM_ALGORITHM(fill)
CUSIM_ALGORITHM(sequence)
CUSIM_ALGORITHM(gather)
CUSIM_ALGORITHM(scatter)
CUSIM_ALGORITHM(copy)
CUSIM_ALGORITHM(copy_if)
CUSIM_ALGORITHM(transform_reduce)
CUSIM_ALGORITHM(reduce)
CUSIM_ALGORITHM(inner_product)
CUSIM_ALGORITHM(count)
CUSIM_ALGORITHM(count_if)
CUSIM_ALGORITHM(min_element)
CUSIM_ALGORITHM(max_element)
CUSIM_ALGORITHM(inclusive_scan)
CUSIM_ALGORITHM(exclusive_scan)

}  // namespace thrust
