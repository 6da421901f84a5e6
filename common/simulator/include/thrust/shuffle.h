// <thrust/shuffle.h> on the simulator: puts elements into an order chosen by a random engine, which
// differs from the toolkit's order.
#pragma once

#include <thrust/detail/rearranging.h>

namespace thrust {

namespace detail {

template <class P, class In, class Out, class Engine>
Out shuffle_copy(const P& policy, In first, In last, Out out, Engine engine) {
    const long n = last - first;
    in_order(policy, [in = unwrap(first), to = unwrap(out), n, engine]() mutable {
        for (long i = 0; i < n; ++i) {
            const long j = long((unsigned long)(engine()) % (unsigned long)(i + 1));
            if (j != i) to[i] = value_of<Out>(to[j]);
            to[j] = in[i];
        }
    });
    return out + n;
}
template <class P, class InOut, class Engine>
void shuffle(const P& policy, InOut first, InOut last, Engine engine) {
    const long n = last - first;
    in_order(policy, [at = unwrap(first), n, engine]() mutable {
        for (long i = n - 1; i > 0; --i) {
            const long j = long((unsigned long)(engine()) % (unsigned long)(i + 1));
            const value_of<InOut> kept = at[i];
            at[i] = value_of<InOut>(at[j]);
            at[j] = kept;
        }
    });
}

}  // namespace detail

CUSIM_ALGORITHM(shuffle)
CUSIM_ALGORITHM(shuffle_copy)

}  // namespace thrust
