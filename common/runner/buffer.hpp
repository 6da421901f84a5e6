// Memory for one staged array, with its bytes filled in and brought back. Two kinds, one interface.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>

namespace runner {

struct ArraySpec;

/// The runner itself could not get or copy memory: no verdict on the student's function.
class StagingError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

class Buffer {
  public:
    virtual ~Buffer() = default;
    virtual void* data() = 0;
    /// False where the device does not answer any more; `to` is then left as it was.
    virtual bool copy_to(std::span<std::byte> to) = 0;
};

class DeviceBuffer : public Buffer {
  public:
    /// `holds_nothing`: the contents count as never written.
    DeviceBuffer(std::span<const std::byte> contents, bool holds_nothing);
    /// Holds the reals of that stream: see fill.hpp.
    DeviceBuffer(std::size_t reals, std::uint64_t stream);
    ~DeviceBuffer() override;
    DeviceBuffer(const DeviceBuffer&) = delete;
    DeviceBuffer& operator=(const DeviceBuffer&) = delete;

    void* data() override { return data_; }
    bool copy_to(std::span<std::byte> to) override;

  private:
    void* data_ = nullptr;
};

/// Ends at a page nobody may touch. Inputs may not be written at all.
class HostBuffer : public Buffer {
  public:
    HostBuffer(const ArraySpec& array, std::span<const std::byte> contents);
    ~HostBuffer() override;
    HostBuffer(const HostBuffer&) = delete;
    HostBuffer& operator=(const HostBuffer&) = delete;

    void* data() override { return data_; }
    bool copy_to(std::span<std::byte> to) override;

  private:
    void* pages_ = nullptr;
    std::size_t pages_bytes_ = 0;
    std::byte* data_ = nullptr;
    std::size_t bytes_ = 0;
};

}  // namespace runner
