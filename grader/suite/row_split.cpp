#include "suite/row_split.hpp"

#include <fmt/format.h>

namespace grader::suite::matvec {

std::string RowSplit::words() const {
    return fmt::format("(sx = {}, sy = {}) with n = {}", sx, sy, n);
}

RowSplit draw_split(int about) {
    const int doublings = draw_from(0, 3), threads = 64 << doublings;
    const int sx = 2 << draw_from(0, 5 + doublings);  // from 2 to `threads`
    return {draw_size(about), sx, threads / sx};
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
