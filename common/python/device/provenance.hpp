// Where the numbers come from that a Python function returns: what it copied out of device memory
// that a kernel had written, and what it copied in before. Words of four bytes, and the floats that
// doubles round to; says what is certain and judges nothing else.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <unordered_set>
#include <vector>

namespace python {

class Provenance {
  public:
    void reset();
    void copied_in(std::span<const std::byte> bytes);
    /// `by_kernel`: whether a kernel was the last to write these bytes, told by offset and size.
    using ByKernel = std::function<bool(std::size_t offset, std::size_t bytes)>;
    /// `strange`, where it is not empty: word by word, whether a kernel wrote what is not the
    /// result.
    void copied_out(std::span<const std::byte> bytes, const ByKernel& by_kernel,
                    const std::vector<bool>& strange = {});

    /// What the launches say of it, shown behind an objection: the first of these.
    void hint(const std::string& words) {
        if (hint_.empty()) hint_ = words;
    }

    /// Why these floats, which a function returned, cannot be a kernel's work; empty where they
    /// can.
    std::string objection(std::span<const float> values) const;

  private:
    using Words = std::unordered_set<std::uint32_t>;
    std::string first_objection(std::span<const float> values) const;
    static void add(std::span<const std::byte> bytes, Words& words);

    Words in_, out_, unwritten_, strange_;
    std::string hint_;
};

}  // namespace python
