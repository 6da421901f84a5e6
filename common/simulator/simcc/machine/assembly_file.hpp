// What an assembly file tells about itself before its first line is passed on: read-only data,
// functions with names of library functions, what each label is for, and how a function uses its
// frame.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <vector>

namespace cusim::simcc {

/// How a function uses its frame, and whether its accesses are announced at all.
struct FunctionFrame {
    bool watched = true;
    bool frame_pointer = false;  // %rbp holds one in the whole function, once it is set
    std::int64_t bytes = 0;      // at least the size of the function's own frame
};

/// Begins the labels at which one goes on behind a check, from its branch or without (see
/// device_results.hpp): what is known above them is known below.
constexpr std::string_view checked_mark = ".Lcusim_checked";

/// Whether the label is for debuggers and unwinders, and no instruction jumps to it.
bool is_mark(std::string_view label);

class AssemblyFile {
  public:
    /// `text` must outlive this.
    explicit AssemblyFile(std::string_view text);

    const std::vector<std::string_view>& lines() const { return lines_; }
    /// Whether the label stands in read-only data.
    bool is_constant(std::string_view label) const { return constants_.contains(label); }
    /// The line of the label; nullopt if the file does not define it.
    std::optional<std::size_t> line_of(std::string_view label) const;
    /// How often the label is used.
    unsigned uses_of(std::string_view label) const;
    /// Library functions that the file defines itself.
    const std::set<std::string_view>& own_functions() const { return own_; }
    /// Whether the function `name` is a kernel's: simcc/translator/kernels.cpp puts a variable into
    /// each.
    bool is_kernel(std::string_view name) const;
    /// Of the function `name`, whose label stands in line `at`.
    FunctionFrame frame_of(std::string_view name, std::size_t at) const;
    /// Whether `label` is reached only from the conditional jump right above it, to `jumped_to`,
    /// directly or after a few instructions that call a hook (for alignment). What is known is then
    /// lost no more than by that call.
    bool comes_from_above(std::string_view label, std::string_view jumped_to) const;

  private:
    void look_at_definitions();
    void count_labels(std::string_view text);
    bool only_calls_hooks(std::size_t line, std::string_view until) const;

    std::vector<std::string_view> lines_;
    std::set<std::string_view> constants_, own_;
    std::map<std::string_view, std::size_t> places_;  // of labels: their lines
    std::map<std::string_view, unsigned> named_;      // how often each label is used
};

}  // namespace cusim::simcc
