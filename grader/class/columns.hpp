// Tables of learning systems by the names of their columns.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "class/table.hpp"

namespace grader::classes {

/// The words of a name in lower case, sorted, so that "Lovelace, Ada" equals "Ada Lovelace".
std::vector<std::string> words_of_name(std::string_view name);

std::string_view trimmed(std::string_view text);

/// Empty if the row is shorter.
const std::string& cell(const Row& row, std::size_t column);

/// A table with named columns, in any order and capitalisation.
class Columns {
  public:
    /// Throws ClassError if the table is empty; `what` it should be: "gradebook of Canvas".
    Columns(const Table& table, const char* what);

    std::optional<std::size_t> find(std::string_view name) const;
    /// Throws ClassError if there is no such column.
    std::size_t expect(std::string_view name) const;

  private:
    std::string first_names() const;

    const char* what_;
    Row head_;
};

}  // namespace grader::classes
