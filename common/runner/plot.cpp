#include "runner/plot.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>

namespace runner {

namespace {

constexpr double chart_width = 460, legend_line = 18;
constexpr double left = 62, right = 16, top = 44, plot_height = 240;
constexpr const char* colours[] = {"#666666", "#1f5fa8", "#b3261e", "#2e7031",
                                   "#b4610a", "#6a3d9a", "#111111"};

std::string shown(const char* format, double value) {
    char text[64];
    std::snprintf(text, sizeof text, format, value);
    return text;
}

// From values to places, in logarithms.
struct Axis {
    double least = std::numeric_limits<double>::max(), most = 0;
    double from = 0, to = 0;  // where these lie

    void hold(double value) {
        least = std::min(least, value);
        most = std::max(most, value);
    }
    double place(double value) const {
        if (most <= least) return (from + to) / 2;
        return from + (to - from) * std::log(value / least) / std::log(most / least);
    }
};

std::string number(double value) {
    return shown("%.5g", value);
}

// A name may hold what SVG takes for its own.
std::string escaped(const std::string& text) {
    std::string escaped;
    for (const char c : text) {
        if (c == '&')
            escaped += "&amp;";
        else if (c == '<')
            escaped += "&lt;";
        else
            escaped += c;
    }
    return escaped;
}

std::string text_at(double x, double y, const char* anchor, const std::string& text,
                    const char* more = "") {
    return "<text x=\"" + shown("%.1f", x) + "\" y=\"" + shown("%.1f", y) + "\" text-anchor=\"" +
           anchor + "\"" + more + ">" + escaped(text) + "</text>\n";
}

std::string line(double x1, double y1, double x2, double y2) {
    return "<path d=\"M" + shown("%.1f", x1) + " " + shown("%.1f", y1) + " L" + shown("%.1f", x2) +
           " " + shown("%.1f", y2) + "\" stroke=\"#cccccc\" fill=\"none\"/>\n";
}

std::string stroke(const Series& series) {
    return std::string(" stroke=\"") + colours[series.colour] + "\" stroke-width=\"1.8\"" +
           (series.dashed ? " stroke-dasharray=\"5 4\"" : "") + " fill=\"none\"/>\n";
}

std::string curve(const Series& series, const Axis& x, const Axis& y) {
    std::string path = "<path d=\"";
    for (std::size_t i = 0; i < series.points.size(); ++i)
        path += (i ? " L" : "M") + shown("%.1f", x.place(series.points[i].x)) + " " +
                shown("%.1f", y.place(series.points[i].y));
    return path + "\"" + stroke(series);
}

// Every power of ten with its double and its fivefold that lies on the axis; else its two ends.
std::vector<double> marks(const Axis& axis) {
    std::vector<double> marks;
    for (double decade = 1e-6; decade < 1e9; decade *= 10)
        for (const double factor : {1, 2, 5}) {
            const double mark = decade * factor;
            if (mark >= axis.least * 0.999 && mark <= axis.most * 1.001) marks.push_back(mark);
        }
    if (marks.size() < 2) return {axis.least, axis.most};
    return marks;
}

std::vector<double> powers_of_two(const Axis& axis) {
    std::vector<double> marks;
    const double step = axis.most / axis.least > 300 ? 4 : 2;
    for (double mark = axis.least; mark <= axis.most * 1.001; mark *= step) marks.push_back(mark);
    return marks;
}

std::string legend(const Chart& chart) {
    std::string text;
    double y = top + plot_height + 58;
    for (const Series& series : chart.series) {
        text += "<path d=\"M" + number(left) + " " + number(y - 4) + " h26\"" + stroke(series);
        text += text_at(left + 34, y, "start", series.name);
        y += legend_line;
    }
    return text;
}

std::string drawn(const Chart& chart) {
    Axis x{.from = left, .to = chart_width - right}, y{.from = top + plot_height, .to = top};
    for (const Series& series : chart.series)
        for (const Point& point : series.points) {
            x.hold(point.x);
            y.hold(point.y);
        }
    std::string text = text_at(left, 24, "start", chart.title, " font-weight=\"bold\"");
    for (const double mark : marks(y))
        text += line(left, y.place(mark), x.to, y.place(mark)) +
                text_at(left - 6, y.place(mark) + 4, "end", number(mark));
    for (const double mark : powers_of_two(x))
        text += text_at(x.place(mark), y.from + 18, "middle", number(mark));
    text += text_at((x.from + x.to) / 2, y.from + 36, "middle", chart.x_label);
    text += text_at(left, top - 6, "start", chart.y_label, " fill=\"#555555\"");
    for (const Series& series : chart.series) text += curve(series, x, y);
    return text + legend(chart);
}

}  // namespace

std::string svg(const std::vector<Chart>& charts) {
    const std::string width = number(chart_width * static_cast<double>(charts.size()));
    std::size_t most_series = 0;
    for (const Chart& chart : charts) most_series = std::max(most_series, chart.series.size());
    const std::string height =
        number(top + plot_height + 58 + legend_line * static_cast<double>(most_series));
    std::string text = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + width + " " +
                       height + "\" width=\"" + width + "\" height=\"" + height +
                       "\" font-family=\"DejaVu Sans, Verdana, sans-serif\" font-size=\"12\">\n" +
                       "<rect width=\"" + width + "\" height=\"" + height +
                       "\" fill=\"#ffffff\"/>\n";
    for (std::size_t i = 0; i < charts.size(); ++i)
        text += "<g transform=\"translate(" + number(chart_width * static_cast<double>(i)) +
                " 0)\">\n" + drawn(charts[i]) + "</g>\n";
    return text + "</svg>\n";
}

}  // namespace runner
