// Puts the arrays of one request where the student's function wants them, and brings its outputs
// back: device memory, or host memory that ends at a protected page so that an index past the end
// stops the program. Promises the grader outputs that start as "never written", or as they were
// sent where the function is to change them, and copies of the inputs as the function left them;
// judges nothing.
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
    /// `inputs` and `outputs` are the request's mapped memory. Throws ProtocolError where an array
    /// does not lie inside them.
    Staging(const Request& request, std::span<const std::byte> inputs,
            std::span<std::byte> outputs);
    ~Staging();

    /// These throw ProtocolError where the request has none of that name.
    std::int64_t size(std::string_view name) const;
    double real(std::string_view name) const;
    bool has_size(std::string_view name) const;
    enum class Place { device, host };
    void* place(std::string_view name, Role role, ElementType type, Place place);

    /// Makes all arrays of a timed batch, in device memory, so that they are there before its runs.
    void make_batch();

    /// Which run of a batch the next place() is for.
    void select_run(int run) { run_ = run; }

    /// Copies outputs and echoes into the outputs' memory.
    void collect();
    /// Whether the function manages device memory itself, and what the others were given cost.
    bool gave_host_memory() const { return gave_host_memory_; }
    std::uint64_t copies_made() const { return copies_made_; }

    /// Outputs in device memory that a kernel did not write last.
    std::vector<std::string> written_by_host() const;

    std::int64_t result = 0;

  private:
    const ArraySpec* find(std::string_view name, Role role) const;
    const ArraySpec& spec(std::string_view name, Role role) const;
    Buffer& buffer(const ArraySpec& array, Place place);
    std::unique_ptr<Buffer> make(const ArraySpec& array, Place place);
    std::vector<std::byte> initial(const ArraySpec& array) const;

    const Request& request_;
    std::span<const std::byte> inputs_;
    std::span<std::byte> outputs_;
    std::map<std::string, std::unique_ptr<Buffer>, std::less<>> buffers_;
    int run_ = 0;
    bool gave_host_memory_ = false;
    std::uint64_t copies_made_ = 0;
};

}  // namespace runner
