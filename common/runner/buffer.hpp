// Memory for one staged array: fills in its contents and copies them back. Two kinds with one
// interface.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>

namespace runner {

struct ArraySpec;

/// The runner itself could not allocate or copy memory, which is no verdict on the student's
/// function.
class StagingError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

class Buffer {
  public:
    virtual ~Buffer() = default;
    virtual void* data() = 0;
    /// Returns false, leaving `to` unchanged, if the device does not respond any more.
    virtual bool copy_to(std::span<std::byte> to) = 0;
};

class DeviceBuffer : public Buffer {
  public:
    /// `holds_nothing`: the contents count as never written.
    DeviceBuffer(std::span<const std::byte> contents, bool holds_nothing);
    /// Filled with poison_word by the device itself, which is faster than a copy.
    static std::unique_ptr<DeviceBuffer> poisoned(std::size_t bytes);
    /// Holds the reals of this stream: see fill.hpp.
    DeviceBuffer(std::size_t reals, std::uint64_t stream);
    ~DeviceBuffer() override;
    DeviceBuffer(const DeviceBuffer&) = delete;
    DeviceBuffer& operator=(const DeviceBuffer&) = delete;

    void* data() override { return data_; }
    bool copy_to(std::span<std::byte> to) override;

  private:
    DeviceBuffer() = default;

    void* data_ = nullptr;
};

/// Host memory that ends at an inaccessible page. Inputs can be written, too: a device refuses to
/// register read-only pages, and a change shows in the echo.
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
