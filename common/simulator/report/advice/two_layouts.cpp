#include "simulator/report/advice/two_layouts.hpp"

#include <fmt/format.h>

#include <optional>

#include "simulator/report/source/index_form.hpp"

namespace cusim::report {
namespace {

// `row * factor + column`
struct RowLayout {
    std::string subscript, factor;
    long length = 0;
};

class LayoutForm : IndexForm {
  public:
    using IndexForm::IndexForm;

    std::optional<RowLayout> layout() const {
        if (r_.is_guess || r_.rest != 0 || !row_ || factor_of(row_->name).empty() ||
            *column_->value < 0 || *column_->value >= *row_->slope)
            return std::nullopt;
        return RowLayout{r_.spelled(r_.subscript), factor_of(row_->name), *row_->slope};
    }
};

std::optional<RowLayout> layout_of(const Settled& settled) {
    const auto reading = read_index(settled);
    if (!reading) return std::nullopt;
    return LayoutForm(*reading, settled.recorded.finding).layout();
}

std::string row_length_of(const RowLayout& layout) {
    const std::string length = std::to_string(layout.length);
    return layout.factor == length ? length : fmt::format("{} ({})", layout.factor, length);
}

}  // namespace

std::string two_layouts(const Settled& settled) {
    const Finding& f = settled.recorded.finding;
    const bool one_stores = f.other && (f.self.op == Op::write) != (f.other->op == Op::write);
    if (!one_stores || f.self.host || f.other->host) return {};
    const auto here = layout_of(settled);
    const auto there = here ? layout_of(from_the_other_side(settled)) : std::nullopt;
    if (!there || here->length == there->length || here->factor == there->factor) return {};
    return fmt::format(
        "Line {} takes {} as rows of {} elements, `{}`, and line {} as rows of {}, `{}`: where "
        "both mean the same elements, both need the same order.",
        settled.self.line, f.variable, row_length_of(*here), here->subscript, settled.other->line,
        row_length_of(*there), there->subscript);
}

}  // namespace cusim::report
