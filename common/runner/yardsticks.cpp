#include "runner/yardsticks.hpp"

#include <map>
#include <memory>
#include <stdexcept>
#include <utility>

#include "kit/device_buffer.hpp"
#include "runner/backend.hpp"
#include "runner/cublas.hpp"
#include "runner/roof.hpp"

namespace runner {

namespace {

class Roof {
  public:
    Roof() : sums_(static_cast<std::size_t>(read_all_sums())) {}

    void read(const MatvecCall& call) {
        const std::size_t count = static_cast<std::size_t>(call.n) * call.m / 4 * 4;
        if (count == 0) return;
        const std::pair array{call.A, count};
        if (!faster_.contains(array)) faster_[array] = faster_reading(call.A, count, sums_.data());
        read_all(call.A, count, sums_.data(), nullptr, faster_.at(array));
    }

  private:
    kit::DeviceBuffer<float> sums_;
    std::map<std::pair<const float*, std::size_t>, Reading> faster_;
};

}  // namespace

std::vector<Matvec> yardsticks(Layout layout) {
    if (backend::is_simulated()) return {};
    const auto roof = std::make_shared<Roof>();
    std::vector<Matvec> all{{"reading A, no more", [roof](const MatvecCall& c) { roof->read(c); },
                             Memory::device, layout}};
    try {
        const auto cublas = std::make_shared<Cublas>();
        all.push_back({cublas->version() + " sgemv, y = Ax",
                       [cublas, layout](const MatvecCall& c) {
                           cublas->multiply(layout, c.n, c.m, c.A, c.x, c.y);
                       },
                       Memory::device, layout});
    } catch (const std::runtime_error&) {
        // The machine has no cuBLAS.
    }
    return all;
}

}  // namespace runner
