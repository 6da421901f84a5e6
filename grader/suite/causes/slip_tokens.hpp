// What the rules for slips ask of tokens.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "source/source.hpp"

namespace grader::suite {

bool is_name(const source::Source& source, std::size_t at);
bool begins_statement(const source::Source& source, std::size_t at);
/// Tokens from `begin` to `last`, as written, on one line.
std::string quoted(const source::Source& source, std::size_t begin, std::size_t last);
/// The first token with this spelling between these places, and outside brackets; `end` if there
/// is none.
std::size_t first_between(const source::Source& source, std::string_view spelling,
                          std::size_t begin, std::size_t end);
/// The first comma between these places, and outside brackets; `end` if there is none.
std::size_t comma_between(const source::Source& source, std::size_t begin, std::size_t end);

}  // namespace grader::suite
