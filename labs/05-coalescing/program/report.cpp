#include "report.hpp"

#include <algorithm>
#include <span>

#include "paper.hpp"
#include "runner/results.hpp"
#include "summary.hpp"
#include "table.hpp"

namespace runner::sweep {

namespace {

constexpr Kind of_paper[] = {Kind::naive, Kind::block_multiply, Kind::naive_transposed,
                             Kind::block_multiply_transposed, Kind::transpose_then_multiply};
constexpr Kind with_widths[] = {Kind::block_multiply, Kind::block_multiply_transposed,
                                Kind::transpose_then_multiply, Kind::split_only, Kind::shared_only};
constexpr Kind of_product[] = {Kind::naive, Kind::shared_only, Kind::split_only,
                               Kind::block_multiply, Kind::library};
constexpr Kind of_transposed[] = {Kind::naive_transposed, Kind::block_multiply_transposed,
                                  Kind::transpose_then_multiply, Kind::library_transposed};

std::string milliseconds(double value) {
    return shown("%.4f", value);
}

std::string times(double value) {
    return shown("%.2f", value);
}

std::string heading(const Measurements& measured, const Effort& effort, const std::string& device) {
    const Shape largest = effort.shapes.back();
    std::string text = "# A paper's evaluation on " + device + "\n\n";
    text += std::to_string(effort.shapes.size()) + " shapes, 2 to " + std::to_string(largest.n) +
            " rows of " + std::to_string(effort.shapes.front().m) + " to " +
            std::to_string(largest.m) + " columns, " + std::to_string(effort.matrices) +
            " matrices each, made by " + measured.numbers + ".\nCUDA events round each of " +
            std::to_string(effort.cold_runs) + " cold calls, before which " + measured.evicted +
            " are overwritten; warm: ten calls in a row on the same data.\n";
    text += measured.library.empty()
                ? "cuBLAS was not found.\n"
                : "Beside them sgemv of " + measured.library + ", in plain FP32.\n";
    text += who_is_missing();
    for (const Cell& cell : Summary(measured.cells).wrong())
        text += "WRONG: " + described(cell.kind, cell.width, cell.height) + ", " +
                std::to_string(cell.shape.n) + " x " + std::to_string(cell.shape.m) + "\n";
    return text;
}

void add_widths(Table& table, const std::string& name, const auto& value_of) {
    std::vector<std::string> row{name};
    for (std::size_t i = 0; i < paper_widths.size(); ++i) row.push_back(value_of(i));
    table.row(std::move(row));
}

// A contender's rows in Table 11: the paper's, this machine's, and their ratio.
void add_widths_of(Table& table, const Summary& summary, Kind kind) {
    const auto here = [&](std::size_t i) { return summary.mean_of(kind, paper_widths[i]); };
    const std::string name = name_of(kind);
    const auto paper = paper_by_width(kind);
    if (paper)
        add_widths(table, name + ", 2012", [&](auto i) { return milliseconds((*paper)[i]); });
    add_widths(table, name, [&](auto i) { return milliseconds(here(i)); });
    if (paper)
        add_widths(table, "2012/here",
                   [&](auto i) { return shown("%.1f", (*paper)[i] / here(i)); });
    add_widths(table, "median",
               [&](auto i) { return milliseconds(summary.median_of(kind, paper_widths[i])); });
    add_widths(table, "warm", [&](auto i) {
        return milliseconds(summary.mean_of(kind, paper_widths[i], Cache::warm));
    });
}

std::string table_by_width(const Summary& summary) {
    std::vector<std::string> head{"milliseconds"};
    for (const int width : paper_widths) head.push_back(std::to_string(width));
    Table table(std::move(head));
    for (const Kind kind : with_widths)
        if (summary.has(kind)) add_widths_of(table, summary, kind);
    std::string text = "\n## Table 11: average times by BLOCK_WIDTH\n\n" + table.text() +
                       "\nBest width, by the average:";
    for (const Kind kind : with_widths)
        if (summary.has(kind))
            text += " " + name_of(kind) + " " + std::to_string(summary.best_width(kind)) + ";";
    text.back() = '.';
    return text + "\n";
}

std::string table_by_height(const std::vector<Cell>& cells) {
    std::vector<std::string> head{"milliseconds", "height"};
    for (const int width : paper_widths) head.push_back(std::to_string(width));
    Table table(std::move(head));
    std::vector<int> heights{lab_height};
    heights.insert(heights.end(), other_heights.begin(), other_heights.end());
    std::ranges::sort(heights);
    for (const Kind kind : of_paper)
        for (const int height : heights) {
            const Summary summary(cells, height);
            if (!paper_by_width(kind) || !summary.has(kind)) continue;
            std::vector<std::string> row{name_of(kind), std::to_string(height)};
            for (const int width : paper_widths)
                row.push_back(milliseconds(summary.mean_of(kind, width)));
            table.row(std::move(row));
        }
    return "\n## Average times by BLOCK_HEIGHT, which was 1024 in 2012\n\n" + table.text();
}

std::string by_algorithm(const Summary& summary) {
    Table table({"ms, best width each", "2012", "here", "2012/here", "median", "warm", "gain 2012",
                 "gain here"});
    for (const Kind kind : of_paper) {
        const Kind naive = is_transposed(kind) ? Kind::naive_transposed : Kind::naive;
        const int width = summary.best_width(kind);
        const double here = summary.mean_of(kind, width), paper = *paper_average(kind);
        table.row({name_of(kind) + (width ? " (" + std::to_string(width) + ")" : ""),
                   milliseconds(paper), milliseconds(here), shown("%.1f", paper / here),
                   milliseconds(summary.median_of(kind, width)),
                   milliseconds(summary.mean_of(kind, width, Cache::warm)),
                   times(*paper_average(naive) / paper), times(summary.mean_of(naive, 0) / here)});
    }
    return "\n## Table 12: average times by algorithm\n\n" + table.text();
}

std::string winners(const Summary& summary) {
    constexpr std::pair<Kind, Kind> pairs[] = {
        {Kind::block_multiply, Kind::naive},
        {Kind::block_multiply, Kind::split_only},
        {Kind::block_multiply_transposed, Kind::naive_transposed},
        {Kind::transpose_then_multiply, Kind::naive_transposed},
        {Kind::transpose_then_multiply, Kind::block_multiply_transposed},
        {Kind::block_multiply, Kind::library},
        {Kind::transpose_then_multiply, Kind::library_transposed}};
    Table table({"faster on average", "than", "cold", "warm", "of"});
    for (const auto& [a, b] : pairs) {
        if (!summary.has(a) || !summary.has(b)) continue;
        const auto cold = summary.wins(a, b), warm = summary.wins(a, b, Cache::warm);
        table.row({name_of(a), name_of(b), std::to_string(cold.won), std::to_string(warm.won),
                   std::to_string(cold.cases)});
    }
    return "\n## In how many cases\n\n" + table.text();
}

std::string ablation(const Summary& summary) {
    Table table({"ms, best width each", "average", "median", "warm", "gain"});
    for (const Kind kind :
         {Kind::naive, Kind::shared_only, Kind::split_only, Kind::block_multiply, Kind::library}) {
        if (!summary.has(kind)) continue;
        const int width = summary.best_width(kind);
        table.row({name_of(kind), milliseconds(summary.mean_of(kind, width)),
                   milliseconds(summary.median_of(kind, width)),
                   milliseconds(summary.mean_of(kind, width, Cache::warm)),
                   times(summary.mean_of(Kind::naive, 0) / summary.mean_of(kind, width))});
    }
    return "\n## What brings the gain\n\n" + table.text();
}

// The largest shape for each number of columns, and one with few rows.
std::vector<Shape> single_shapes(const std::vector<Shape>& all) {
    std::vector<Shape> some;
    for (const Shape shape : all)
        if (shape.n == shape.m || (shape.m == all.back().m && shape.n * 16 <= shape.m * 2))
            some.push_back(shape);
    return some;
}

std::string on_shapes(const Summary& summary, const std::vector<Shape>& shapes,
                      std::span<const Kind> kinds, Cache cache) {
    std::vector<std::string> head{cache == Cache::cold ? "us, cold" : "us, warm"};
    for (const Kind kind : kinds)
        if (summary.has(kind)) head.push_back(name_of(kind));
    Table table(std::move(head));
    for (const Shape shape : single_shapes(shapes)) {
        std::vector<std::string> row{std::to_string(shape.n) + " x " + std::to_string(shape.m)};
        for (const Kind kind : kinds)
            if (summary.has(kind)) row.push_back(shown("%.1f", summary.on(shape, kind, cache)));
        table.row(std::move(row));
    }
    return table.text() + "\n";
}

std::string on_all_shapes(const Summary& summary, const std::vector<Shape>& shapes) {
    std::string text = "\n## Single shapes\n\nMedians, each with its best width.\n\n";
    for (const Cache cache : {Cache::cold, Cache::warm}) {
        text += on_shapes(summary, shapes, of_product, cache);
        text += on_shapes(summary, shapes, of_transposed, cache);
    }
    return text;
}

std::string transposition(const Rates& rates) {
    return "The transpose alone, " + std::to_string(rates.shape.n) + " x " +
           std::to_string(rates.shape.m) + ": " + shown("%.0f", rates.transpose) +
           " GB/s read and written, a copy " + shown("%.0f", rates.copy) + ": " +
           shown("%.0f", 100 * rates.transpose / rates.copy) + "%.\n";
}

/// The paper's averages, which belong to no shape.
std::string of_2012() {
    std::string lines;
    const auto add = [&](Kind kind, int width, double milliseconds) {
        lines += table_line({name_of(kind) + ", 2012", std::to_string(width),
                             std::to_string(paper_height), "", "", fixed(1e3 * milliseconds, 1), "",
                             "", "", "", "", ""});
    };
    for (const Kind kind : of_paper)
        if (const auto widths = paper_by_width(kind))
            for (std::size_t i = 0; i < widths->size(); ++i)
                add(kind, paper_widths[i], (*widths)[i]);
        else
            add(kind, 0, *paper_average(kind));
    return lines;
}

std::string of_transposition(const Rates& rates) {
    if (rates.transpose <= 0) return "";
    const double bytes = 2.0 * sizeof(float) * rates.shape.n * rates.shape.m;
    std::string lines;
    for (const auto& [name, rate] :
         {std::pair{"the transpose alone", rates.transpose}, {"a copy of as much", rates.copy}}) {
        const std::string time = fixed(1e-3 * bytes / rate, 3);
        lines += table_line({name, "0", "0", std::to_string(rates.shape.n),
                             std::to_string(rates.shape.m), time, time, "", "", "", "", "1"});
    }
    return lines;
}

}  // namespace

std::string report(const Measurements& measured, const Effort& effort, const std::string& device) {
    const Summary summary(measured.cells);
    return heading(measured, effort, device) + table_by_width(summary) +
           table_by_height(measured.cells) + by_algorithm(summary) + winners(summary) +
           ablation(summary) + on_all_shapes(summary, effort.shapes) +
           transposition(measured.rates);
}

std::string comma_separated(const Measurements& measured) {
    std::string text =
        "algorithm,width,height,rows,columns,cold_mean,cold_median,cold_p10,cold_p90,warm_mean,"
        "warm_"
        "median,right\n";
    for (const Cell& cell : measured.cells)
        text += table_line({name_of(cell.kind), std::to_string(cell.width),
                            std::to_string(cell.height), std::to_string(cell.shape.n),
                            std::to_string(cell.shape.m), fixed(mean(cell.cold), 3),
                            fixed(median(cell.cold), 3), fixed(quantile(cell.cold, 0.1), 3),
                            fixed(quantile(cell.cold, 0.9), 3), fixed(mean(cell.warm), 3),
                            fixed(median(cell.warm), 3), cell.right ? "1" : "0"});
    return text + of_2012() + of_transposition(measured.rates);
}

}  // namespace runner::sweep
