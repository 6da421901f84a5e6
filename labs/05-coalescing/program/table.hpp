// A table as Markdown writes it, with its columns in line, for the screen and for files alike.
#pragma once

#include <string>
#include <vector>

namespace runner::sweep {

class Table {
  public:
    explicit Table(std::vector<std::string> head) : rows_{std::move(head)} {}

    void row(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
    /// The first column stands to the left, the others to the right.
    std::string text() const;

  private:
    std::vector<std::vector<std::string>> rows_;
};

/// As printf writes them.
std::string shown(const char* format, double value);

}  // namespace runner::sweep
