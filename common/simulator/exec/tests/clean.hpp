// Kernels that check their own results, and for which no finding may be reported.
#pragma once

#include "simulator/exec/tests/kernel.hpp"

namespace cusim::exec::test {

inline int wrong;

// To be called in a kernel.
inline void expect(bool holds) {
    if (!holds) ++wrong;
}

// Runs the body in two blocks, in all orders, and checks that there are no findings.
template <class Body>
void clean(dim3 block, const Body& body) {
    for (const char* order : {"forward", "reverse", "random:11"}) {
        CAPTURE(order);
        Fresh fresh{order};
        wrong = 0;
        run({2, block}, body);
        CHECK(cudaDeviceSynchronize() == cudaSuccess);
        CHECK(wrong == 0);
        CHECK(cusim::report::settled_findings().empty());
    }
}

}  // namespace cusim::exec::test
