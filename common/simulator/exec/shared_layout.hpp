// The layout of a kernel's shared variables in a block's arena. A variable gets its offset when a
// thread of the launch first uses it; it is the same in all blocks of the launch. Unused bytes lie
// between two variables, so that a step past the end does not hit another variable.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "cusim/translated.hpp"

namespace cusim::exec {

struct SharedVariable {
    const void* identity;
    const char* name;
    std::size_t size, alignment;
    bool dynamic;
    detail::ElementKind elements = detail::ElementKind::other;
    const detail::Shape* shape = nullptr;
};

struct SharedPlace {
    SharedVariable variable;
    std::size_t offset;
};

class SharedLayout {
  public:
    static constexpr std::size_t not_found = ~std::size_t{0};
    std::size_t find(const void* identity) const;
    // Returns the index of the new variable.
    std::size_t add(const SharedVariable& variable);

    // The variable holds elements of several types.
    void forget_elements(std::size_t index) {
        places_[index].variable.elements = detail::ElementKind::other;
        places_[index].variable.shape = nullptr;
    }

    std::size_t size() const { return places_.size(); }
    const SharedPlace& at(std::size_t index) const { return places_[index]; }
    // As a device counts them: without gaps and dynamic memory.
    std::size_t static_bytes() const { return static_bytes_; }
    std::size_t end() const { return end_; }

  private:
    std::vector<SharedPlace> places_;
    std::size_t static_bytes_ = 0, end_ = 0;
};

}  // namespace cusim::exec
