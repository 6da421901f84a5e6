// One output of a program: the beginning is kept, the rest only counted. Uses limited memory
// whatever is written. The caller judges the amount.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include "descriptor.hpp"

namespace grader::sandbox {

class Output {
  public:
    /// `pipe`: the non-blocking reading end.
    Output(kit_io::Descriptor pipe, std::size_t keep) : pipe_(std::move(pipe)), keep_(keep) {}

    /// -1 once all writers are gone; poll() then ignores it.
    int fd() const { return pipe_.get(); }
    /// Reads what is available now, up to a few pipefuls.
    void drain();

    const std::string& text() const { return text_; }
    std::uint64_t bytes() const { return bytes_; }

  private:
    kit_io::Descriptor pipe_;
    std::size_t keep_;
    std::string text_;
    std::uint64_t bytes_ = 0;
};

}  // namespace grader::sandbox
