// Summarizes what a script sends to the device: contents, arguments, modules, configurations. In
// two programs that make the same calls, it depends only on the script's inputs and on what the
// script received from the device. Where only the device's data differ, a script that sends
// something else has computed with them, instead of leaving that to a kernel.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>

#include "python/device/message.hpp"

namespace python {

class Sent {
  public:
    void reset() { digest_ = 0; }
    /// To be called for each request before it is executed. Requests that only ask or wait change
    /// nothing.
    void add(const Message& request);
    /// The contents of a module's file, which two programs load from different folders.
    void add_module(std::span<const char> contents);
    /// `address`: memory that the script has allocated. Addresses differ between programs, so a
    /// pointer to it counts as the number of its allocation and an offset.
    void allocated(std::uint64_t address, std::uint64_t bytes);

    std::uint64_t digest() const { return digest_; }

  private:
    struct Block {
        std::uint64_t bytes = 0, number = 0;
    };

    std::uint64_t normal(std::uint64_t word) const;
    void add(std::uint64_t number);
    void add(const Bytes& bytes);

    std::map<std::uint64_t, Block> blocks_;  // by address
    std::uint64_t digest_ = 0;
};

}  // namespace python
