// Memory shared with a lab program, which is hostile: a descriptor the program can map but neither
// shrink nor grow, and, where it is sealed so, not write. Promises that reading it here can never
// fault and never waits; what stands in it is the caller's to judge.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "descriptor.hpp"

namespace grader::suite {

class SharedMemory {
  public:
    enum class Program { reads, writes };
    /// Holds `contents`. Throws SessionError where the system has no memory left.
    SharedMemory(std::span<const std::byte> contents, Program program);
    /// Zeros, for the program to write.
    explicit SharedMemory(std::size_t bytes);

    int descriptor() const { return descriptor_.get(); }
    /// A copy of the first `bytes`, as they are now.
    std::vector<std::byte> copy(std::size_t bytes) const;
    std::size_t size() const { return size_; }

  private:
    void seal(Program program);

    std::size_t size_;
    kit_io::Descriptor descriptor_;
};

/// `bytes` of the pattern that means "never written".
std::vector<std::byte> poison(std::size_t bytes);

}  // namespace grader::suite
