// What a launch makes of memory: each word that it, or one of its repetitions, stores to, as it
// was before and as a run left it. With that a launch is undone, and its runs are compared.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <unordered_map>
#include <vector>

#include "simulator/race/overwritten.hpp"

namespace cusim::api {

class LaunchImage {
  public:
    // What a run left, by the number of the word. Words beyond its end are as they were before.
    using Left = std::vector<std::uint32_t>;

    // The words that a run stored to, while memory is as it left it; the result is that.
    Left take(const std::vector<race::Overwritten::Word>& words);
    // Memory as it was before the launch, or as a run left it.
    void undo() const;
    void put(const Left& left) const;

    // The lowest word in which `one` differs from both others by more than rounding explains.
    std::optional<memory::Address> difference(const Left& one, const Left& other,
                                              const Left& third) const;
    // Whether both are the same, but for the bits that `ignored` says of a word.
    bool are_same(const Left& one, const Left& other,
                  const std::function<std::uint32_t(memory::Address)>& ignored) const;
    // The bytes of an element, as that run left them.
    std::uint64_t value(const Left& left, memory::Address address, std::size_t size) const;

  private:
    std::uint32_t word(const Left& left, memory::Address address) const;
    bool differ(const Left& one, const Left& other, std::size_t number) const;

    std::unordered_map<memory::Address, std::size_t> numbers_;
    std::vector<memory::Address> addresses_;
    std::vector<std::uint32_t> before_;
};

}  // namespace cusim::api
