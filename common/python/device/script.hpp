// A student's Python script, as the lab's program sees it: a process at the other end of a socket,
// whose functions are called by name. While one runs, its requests to the device are executed in
// this process, where all records are. Includes no CUDA headers, so that a lab's main compiles
// fast.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "python/device/message.hpp"
#include "python/device/pretence.hpp"

namespace python {

/// What the function raised, or why its result is not accepted: a sentence for the student.
class Raised : public std::runtime_error {
  public:
    Raised(const std::string& kind, const std::string& what)
        : std::runtime_error(what), kind_(kind) {}
    /// "ValueError"
    const std::string& kind() const { return kind_; }

  private:
    std::string kind_;
};

class Device;

class Script {
  public:
    using Shape = std::vector<std::size_t>;

    /// Throws std::runtime_error if this process has no script. The grader starts it and sets
    /// KIT_SCRIPT and KIT_MODULES.
    static Script& of_this_process();
    ~Script();

    /// One call: its arguments in order, then run().
    class Call {
      public:
        Call(Script& script, std::string function);
        /// A NumPy array of float32, a copy.
        Call& host(const float* values, const Shape& shape);
        /// The same as float64.
        Call& host_doubles(std::span<const float> values, const Shape& shape);
        /// A GPUArray for device memory of this process.
        Call& device(const float* values, const Shape& shape);
        Call& number(std::int64_t value);
        Call& numbers(const std::vector<std::int64_t>& values);
        /// Has sent(), bytes_sent() and came_back() summarize the call: see sent.hpp.
        Call& summarized(std::uint64_t key);
        /// How many times as fast the clock of the function's module time runs.
        Call& with_clock(double times);
        /// What the device alters while the function runs.
        Call& pretending(Pretence pretence);
        /// Has fewest_that_differ() count, in arrays of so many floats or more.
        Call& counting_variety(std::size_t fewest_floats);
        /// The function must return an array of float32 of this shape; without a call of this,
        /// nothing.
        Call& returns(const Shape& shape);
        /// The function must return a list of rows with so many numbers each.
        Call& returns_rows(std::size_t count, std::size_t numbers);

        /// The returned elements. Throws Raised, or std::runtime_error(runner::script_gone).
        std::vector<float> run();
        std::vector<double> run_rows();

      private:
        Message perform();

        Script& script_;
        Message message_;
        std::uint64_t key_ = 0;
        std::vector<float> numbers_;  // on the host, among the arguments
        Pretence pretence_;
        std::size_t counted_floats_ = 0;
    };
    Call call(std::string function) { return Call(*this, std::move(function)); }

    /// For copies since the last call began: why these floats cannot be what a kernel wrote and the
    /// script copied back; empty if they can.
    std::string objection(std::span<const float> values) const;
    /// Of the last call, if it is summarized: a digest of what the script has asked of the device,
    /// and the words that came back.
    std::uint64_t sent() const;
    std::uint64_t bytes_sent() const;
    const std::vector<std::uint32_t>& came_back() const;
    /// Since the process began: the times between two events with work between them that were asked
    /// for, in microseconds, as they are without a pretence.
    const std::vector<double>& times_asked() const;
    /// As it is after the last call.
    const Pretence& pretence() const;
    /// Of the last call, if it counts them: see Variety::fewest().
    std::optional<std::size_t> fewest_that_differ() const;

    /// A picture of the rows, made by the script's process: width, height, and bytes of RGB.
    struct Picture {
        int width = 0, height = 0;
        std::vector<std::uint8_t> rgb;
    };
    Picture plot(const std::vector<double>& rows, std::size_t numbers);

  private:
    Script(int socket, const std::filesystem::path& modules);
    Message perform(const Message& call);

    Connection connection_;
    std::unique_ptr<Device> device_;
};

}  // namespace python
