// Puts the arrays of a request into the memory that the student's function expects, and copies its
// outputs back: device memory, or host memory that ends at a protected page, so that an index past
// the end stops the program. Outputs begin as "never written", or with the contents sent if the
// function is to change them. Inputs are copied back as the function left them.
#pragma once

#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "runner/protocol.hpp"

namespace runner {

class Buffer;

class Staging {
  public:
    /// `inputs` and `outputs`: the request's mapped memory. Throws ProtocolError if an array is not
    /// inside them.
    Staging(const Request& request, std::span<const std::byte> inputs,
            std::span<std::byte> outputs);
    ~Staging();

    /// These throw ProtocolError if the request has none with that name.
    std::int64_t size(std::string_view name) const;
    double real(std::string_view name) const;
    bool has_size(std::string_view name) const;
    enum class Place { device, host };
    void* place(std::string_view name, Role role, ElementType type, Place place);

    /// Allocates all arrays of a timed batch in device memory before its runs.
    void make_batch();

    /// The run of a batch for the following calls of place().
    void select_run(int run) { run_ = run; }

    /// Copies outputs and echoes to the outputs' memory.
    void collect();
    /// Whether the function manages device memory itself.
    bool gave_host_memory() const { return gave_host_memory_; }

    /// Outputs in device memory that were not last written by a kernel.
    std::vector<std::string> written_by_host() const;

    std::int64_t result = 0;

  private:
    const ArraySpec* find(std::string_view name, Role role) const;
    const ArraySpec& spec(std::string_view name, Role role) const;
    Buffer& buffer(const ArraySpec& array, Place place);
    std::unique_ptr<Buffer> make(const ArraySpec& array, Place place);
    /// The bytes that the array begins with; none if nothing was sent for it.
    std::span<const std::byte> sent(const ArraySpec& array) const;

    const Request& request_;
    std::span<const std::byte> inputs_;
    std::span<std::byte> outputs_;
    std::map<std::string, std::unique_ptr<Buffer>, std::less<>> buffers_;
    int run_ = 0;
    bool gave_host_memory_ = false;
};

}  // namespace runner
