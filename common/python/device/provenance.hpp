// Finds out where the numbers come from that a Python function returns: what it copied from device
// memory that a kernel had written, and what it copied to the device before. Works on words of four
// bytes, and on the floats to which doubles round. Reports only what is certain.
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
    /// Whether a kernel wrote these bytes last, given by offset and size.
    using ByKernel = std::function<bool(std::size_t offset, std::size_t bytes)>;
    /// `strange`: if it is not empty, for each word whether a kernel wrote a value that is not the
    /// result.
    void copied_out(std::span<const std::byte> bytes, const ByKernel& by_kernel,
                    const std::vector<bool>& strange = {});

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

    Words in_, out_, unwritten_, strange_;
    std::string hint_;
};

}  // namespace python
