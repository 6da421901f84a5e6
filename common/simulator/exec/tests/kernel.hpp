// Launching a lambda as a kernel, as translated code would: for tests that need no compiler.
#pragma once

#include <cuda_runtime.h>

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

// A test's own device: clean before and after, in the given thread order.
class Fresh {
  public:
    explicit Fresh(std::string_view order = "forward") {
        set_order(Order::parse(order));
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
