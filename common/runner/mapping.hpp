// Memory from a request's descriptor, mapped while its owner lives.
#pragma once

#include <cstddef>
#include <span>

namespace runner {

class Mapping {
  public:
    enum class Access { read, write };
    /// Throws ProtocolError if the descriptor is no memory or cannot be mapped.
    Mapping(int descriptor, Access access);
    ~Mapping();
    Mapping(const Mapping&) = delete;
    Mapping& operator=(const Mapping&) = delete;

    std::span<std::byte> bytes() { return {static_cast<std::byte*>(base_), size_}; }
    std::span<const std::byte> bytes() const {
        return {static_cast<const std::byte*>(base_), size_};
    }

  private:
    void* base_ = nullptr;
    std::size_t size_ = 0;
};

}  // namespace runner
