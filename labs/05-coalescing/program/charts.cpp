#include "charts.hpp"

#include <algorithm>

#include "paper.hpp"
#include "summary.hpp"

namespace runner::sweep {

namespace {

Chart by_width(const Summary& summary) {
    Chart chart{"Time by width", "BLOCK_WIDTH", "average time / the best width's", {}};
    int colour = 1;
    for (const Kind kind :
         {Kind::block_multiply, Kind::block_multiply_transposed, Kind::transpose_then_multiply}) {
        const auto paper = *paper_by_width(kind);
        const double best_2012 = *std::ranges::min_element(paper);
        const double best = summary.mean_of(kind, summary.best_width(kind));
        Series here{name_of(kind), {}, false, colour},
            then{name_of(kind) + ", 2012", {}, true, colour};
        for (std::size_t i = 0; i < paper_widths.size(); ++i) {
            const int width = paper_widths[i];
            here.points.push_back({double(width), summary.mean_of(kind, width) / best});
            then.points.push_back({double(width), paper[i] / best_2012});
        }
        chart.series.push_back(std::move(here));
        chart.series.push_back(std::move(then));
        ++colour;
    }
    return chart;
}

Chart by_rows(const Summary& summary, const std::vector<Cell>& cells, const std::string& title,
              const std::vector<Kind>& kinds) {
    const int most = cells.back().shape.m;
    Chart chart{title + ", " + std::to_string(most) + " columns",
                "rows of A",
                "microseconds, median, cold",
                {}};
    for (std::size_t i = 0; i < kinds.size(); ++i) {
        if (!summary.has(kinds[i])) continue;
        Series series{name_of(kinds[i]), {}, false, static_cast<int>(i)};
        for (int rows = 2; rows <= most; rows *= 2)
            if (const double time = summary.on({rows, most}, kinds[i]); time > 0)
                series.points.push_back({double(rows), time});
        chart.series.push_back(std::move(series));
    }
    return chart;
}

}  // namespace

Plot charts_of(const Measurements& measured) {
    const Summary summary(measured.cells);
    return {{by_width(summary),
             by_rows(summary, measured.cells, "y = Ax",
                     {Kind::naive, Kind::block_multiply, Kind::shared_only, Kind::split_only,
                      Kind::library}),
             by_rows(summary, measured.cells, "y = A^T x",
                     {Kind::naive_transposed, Kind::block_multiply_transposed,
                      Kind::transpose_then_multiply, Kind::library_transposed})}};
}

}  // namespace runner::sweep
