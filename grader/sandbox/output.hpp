// What a program writes to one of its outputs: the beginning kept, the rest counted.
// Promises bounded memory whatever is written; leaves judging the amount to the caller.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include "descriptor.hpp"

namespace grader::sandbox {

class Output {
  public:
    /// `pipe` is the non-blocking reading end.
    Output(kit_io::Descriptor pipe, std::size_t keep) : pipe_(std::move(pipe)), keep_(keep) {}

    /// -1 once the writers are gone, as poll() wants it.
    int fd() const { return pipe_.get(); }
    /// Takes what is there now, at most a few pipefuls.
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
