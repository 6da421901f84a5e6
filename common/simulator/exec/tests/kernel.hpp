// Launches a lambda as a kernel, as translated code would, so that tests need no compiler.
#pragma once

#include <cuda_runtime.h>
#include <doctest/doctest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "simulator/exec/order.hpp"
#include "simulator/report/recorder.hpp"
#include "simulator/report/settle.hpp"

namespace cusim::exec::test {

struct Shape {
    dim3 grid = 1, block = 1;
    std::size_t shared_bytes = 0;
};

template <class Body>
void run(const Shape& shape, const Body& body) {
    static constexpr KernelSite site{"kernel", "test.cu", 1};
    configure(shape.grid, shape.block, shape.shared_bytes);
    launch(site, body);
}

// The same through cudaLaunchCooperativeKernel, which needs a function, so that Body must be a
// lambda without captures. It is marked like a kernel (memory/kernel_mark.hpp).
template <class Body>
[[gnu::patchable_function_entry(16, 16)]] void function() {
    static constexpr KernelSite site{"kernel", "test.cu", 1};
    launch(site, Body{});
}
template <class Body>
cudaError_t run_cooperatively(const Shape& shape, const Body&) {
    return cudaLaunchCooperativeKernel(&function<Body>, shape.grid, shape.block, nullptr,
                                       shape.shared_bytes);
}

// The only finding of the test.
inline const report::Finding& only_finding() {
    static std::vector<report::Settled> findings;
    findings = report::settled_findings();
    REQUIRE(findings.size() == 1);
    return findings[0].recorded.finding;
}

// A clean device for a test, in the given thread order.
class Fresh {
  public:
    explicit Fresh(std::string_view order = "forward") {
        set_order(Order::parse(order).value());
        cudaDeviceReset();
        report::reset();
    }
    ~Fresh() {
        cudaDeviceReset();
        report::reset();
        set_order(Order{});
    }
};

}  // namespace cusim::exec::test
