#include "suite/row_split.hpp"

#include <fmt/format.h>

namespace grader::suite::matvec {

std::string RowSplit::words() const {
    return fmt::format("(sx = {}, sy = {}) with n = {}", sx, sy, n);
}

Subject split_subject(const std::string& function, const RowSplit& split) {
    return {.function = function,
            .sizes = {{"sx", split.sx}, {"sy", split.sy}},
            .scratch = {},
            .square = true,
            .shares_rows = true};
}

Scratch partial_sums(const std::string& name, const RowSplit& split, int times) {
    return {name, [elements = times * split.partial_sums()](Shape) { return elements; }};
}

}  // namespace grader::suite::matvec
