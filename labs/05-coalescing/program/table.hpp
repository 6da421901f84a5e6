// A table in Markdown, with aligned columns, for the screen and for files.
#pragma once

#include <string>
#include <vector>

namespace runner::sweep {

class Table {
  public:
    explicit Table(std::vector<std::string> head) : rows_{std::move(head)} {}

    void row(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
    /// The first column is aligned left, the others right.
    std::string text() const;

  private:
    std::vector<std::vector<std::string>> rows_;
};

/// Formatted like printf.
std::string shown(const char* format, double value);

}  // namespace runner::sweep
