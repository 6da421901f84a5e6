// Counts how many numbers differ in the arrays that timed launches were given. Matrices of zeros
// take as long as others, but their product shows nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "python/device/message.hpp"

namespace python {

class Variety {
  public:
    /// From now on, arrays of so many floats or more count; with 0, nothing is counted.
    void begin(std::size_t fewest_floats);
    using Contents = std::function<Bytes(const std::byte* begin, std::size_t bytes)>;
    /// To be called after each launch, with the block of its parameters. `allocated`: what is
    /// allocated on the device, as sizes by address.
    void launched(std::span<const std::byte> parameters,
                  const std::map<const std::byte*, std::size_t>& allocated,
                  const Contents& contents);
    void recorded(int event) { events_[event] = launches_.size(); }
    /// The time between these two events is asked for.
    void timed(int from, int to);

    /// The fewest that any timed product had: floats of an array that are not the array's most
    /// frequent one. Of several launches between two events, the one with the most counts. Nothing
    /// if no timed launch was given such an array.
    std::optional<std::size_t> fewest() const { return fewest_; }

  private:
    std::size_t fewest_floats_ = 0;
    std::vector<std::optional<std::size_t>> launches_;
    std::map<int, std::size_t> events_;  // how many launches were made before each
    std::optional<std::size_t> fewest_;
};

/// How many of these floats are not the most frequent one.
std::size_t floats_that_differ(std::span<const std::byte> bytes);

}  // namespace python
