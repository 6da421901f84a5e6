// Finds out whether the numbers that a Python function returns are what it copied from device
// memory that a kernel had written. Works on words of four bytes, and on the floats to which
// doubles round. Reports only what is certain. Whether the kernel also computed them, sent.hpp
// helps to find out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <unordered_set>

namespace python {

class Provenance {
  public:
    void reset();
    /// Whether a kernel wrote these bytes last, given by offset and size.
    using ByKernel = std::function<bool(std::size_t offset, std::size_t bytes)>;
    void copied_out(std::span<const std::byte> bytes, const ByKernel& by_kernel);

    /// An explanation from the launches, shown after an objection. The first one is kept.
    void hint(const std::string& words) {
        if (hint_.empty()) hint_ = words;
    }

    /// Why these floats, which a function returned, cannot be computed by a kernel; empty if they
    /// can.
    std::string objection(std::span<const float> values) const;

  private:
    using Words = std::unordered_set<std::uint32_t>;
    std::string first_objection(std::span<const float> values) const;
    static void add(std::span<const std::byte> bytes, Words& words);

    Words out_, unwritten_;
    std::string hint_;
};

}  // namespace python
