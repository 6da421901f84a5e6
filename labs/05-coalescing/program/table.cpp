#include "table.hpp"

#include <algorithm>
#include <cstdio>

namespace runner::sweep {

namespace {

std::string padded(const std::string& cell, std::size_t width, bool left) {
    const std::string space(width - std::min(width, cell.size()), ' ');
    return left ? cell + space : space + cell;
}

}  // namespace

std::string Table::text() const {
    std::vector<std::size_t> widths(rows_.front().size(), 3);
    for (const auto& row : rows_)
        for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
    std::string text;
    for (std::size_t r = 0; r < rows_.size(); ++r) {
        for (std::size_t i = 0; i < widths.size(); ++i)
            text += "| " + padded(i < rows_[r].size() ? rows_[r][i] : "", widths[i], i == 0) + " ";
        text += "|\n";
        if (r != 0) continue;
        for (std::size_t i = 0; i < widths.size(); ++i)
            text += "|" + std::string(widths[i] + 1, '-') + (i == 0 ? "-" : ":");
        text += "|\n";
    }
    return text;
}

std::string shown(const char* format, double value) {
    char text[64];
    std::snprintf(text, sizeof text, format, value);
    return text;
}

}  // namespace runner::sweep
