// The effect of a launch on memory: the value of each word that the launch, or a repetition of it,
// stores to, before the launch and after each run. Used to undo a launch and to compare its runs.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <unordered_map>
#include <vector>

#include "simulator/race/shadow/overwritten.hpp"

namespace cusim::api {

class LaunchImage {
  public:
    // What a run left in memory, by the number of the word. Words beyond its end have their values
    // from before the launch.
    using Left = std::vector<std::uint32_t>;

    // Records the values of the words that a run stored to, and returns what the run left. Memory
    // must be as the run left it.
    Left take(const std::vector<race::Overwritten::Word>& words);
    // Restores memory as it was before the launch, or as a run left it.
    void undo() const;
    void put(const Left& left) const;

    // The lowest word in which `one` differs from both others by more than rounding errors, or
    // `first` if that does.
    std::optional<memory::Address> difference(const Left& one, const Left& other, const Left& third,
                                              memory::Address first = 0) const;
    // Whether both are equal, ignoring the bits of each word that `ignored` gives.
    bool are_same(const Left& one, const Left& other,
                  const std::function<std::uint32_t(memory::Address)>& ignored) const;
    // The bytes of an element after that run.
    std::uint64_t value(const Left& left, memory::Address address, std::size_t size) const;

  private:
    std::uint32_t word(const Left& left, memory::Address address) const;
    bool differ(const Left& one, const Left& other, std::size_t number) const;

    std::unordered_map<memory::Address, std::size_t> numbers_;
    std::vector<memory::Address> addresses_;
    std::vector<std::uint32_t> before_;
};

}  // namespace cusim::api
