// Memory shared with a hostile lab program: a descriptor that the program can map but neither
// shrink nor grow, nor, if it is sealed so, write to. Reading it here never faults and never
// blocks. The caller judges the contents.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "descriptor.hpp"

namespace grader::suite {

class SharedMemory {
  public:
    enum class Program { reads, writes };
    /// Holds `contents`. Throws SessionError if the system has no memory left.
    SharedMemory(std::span<const std::byte> contents, Program program);
    /// Filled with zeros, for the program to write.
    explicit SharedMemory(std::size_t bytes);

    int descriptor() const { return descriptor_.get(); }
    /// A copy of `bytes` from `first` on, or of those that are there, as they are now.
    std::vector<std::byte> copy(std::size_t bytes, std::size_t first = 0) const;
    std::size_t size() const { return size_; }

  private:
    void seal(Program program);

    std::size_t size_;
    kit_io::Descriptor descriptor_;
};

/// `bytes` bytes of the pattern that means "never written".
std::vector<std::byte> poison(std::size_t bytes);

}  // namespace grader::suite
