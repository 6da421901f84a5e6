// Where the numbers come from that a Python function returns: what it copied out of device memory
// that a kernel had written, and what it copied in before. Words of four bytes, and the floats that
// doubles round to; says what is certain and judges nothing else.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <unordered_set>

namespace python {

class Provenance {
  public:
    void reset();
    void copied_in(std::span<const std::byte> bytes);
    /// `by_kernel`: every byte was written last by a kernel.
    void copied_out(std::span<const std::byte> bytes, bool by_kernel);

    /// Why these floats, which a function returned, cannot be a kernel's work; empty where they can.
    std::string objection(std::span<const float> values) const;

  private:
    using Words = std::unordered_set<std::uint32_t>;
    static void add(std::span<const std::byte> bytes, Words& words);

    Words in_, out_;
    bool copied_out_unwritten_ = false;
};

}  // namespace python
