#include "summary.hpp"

#include <algorithm>
#include <cmath>
#include <cstdarg>
#include <cstdio>
#include <map>

namespace lab13 {

namespace {

// With warm rows of memory, a run may read slightly faster than the run that measured the roof.
constexpr double noise = 1.03;

__attribute__((format(printf, 1, 2))) std::string text(const char* form, ...) {
    char line[400];
    std::va_list values;
    va_start(values, form);
    std::vsnprintf(line, sizeof line, form, values);
    va_end(values);
    return line;
}

using Group = std::vector<const Measured*>;

/// The groups in the order in which they were measured.
std::vector<std::pair<std::string, Group>> groups_of(const Sweep& sweep) {
    std::vector<std::pair<std::string, Group>> groups;
    for (const Measured& product : sweep.products) {
        const std::string name = product.set + (product.along ? ", along" : ", across");
        if (groups.empty() || groups.back().first != name) {
            const auto found = std::find_if(groups.begin(), groups.end(),
                                            [&](const auto& group) { return group.first == name; });
            if (found != groups.end()) {
                found->second.push_back(&product);
                continue;
            }
            groups.push_back({name, {}});
        }
        groups.back().second.push_back(&product);
    }
    return groups;
}

double geometric_mean(const Group& group) {
    double sum = 0;
    for (const Measured* product : group) sum += std::log(product->ratio());
    return std::exp(sum / static_cast<double>(group.size()));
}

std::string row_of(const std::string& name, const Group& group) {
    const auto worst = *std::min_element(
        group.begin(), group.end(),
        [](const Measured* a, const Measured* b) { return a->ratio() < b->ratio(); });
    const auto at_least = [&](double ratio) {
        return std::count_if(group.begin(), group.end(),
                             [=](const Measured* product) { return product->ratio() >= ratio; });
    };
    const auto count = static_cast<double>(group.size());
    return text("| %s | %zu | %.3f | %.3f, %d x %d | %.1f%% | %.1f%% |\n", name.c_str(),
                group.size(), geometric_mean(group), worst->ratio(), worst->lines, worst->width,
                100 * at_least(1.0) / count, 100 * at_least(0.97) / count);
}

/// The cost of an unaligned start, a gap or an increment, relative to the same product without it.
std::string forms_of(const Sweep& sweep) {
    std::string rows;
    std::map<std::string, double> plain;
    for (const Measured& product : sweep.products) {
        if (product.set != "forms") continue;
        const std::string name =
            text("%s %d x %d", product.along ? "along" : "across", product.lines, product.width);
        if (plain.emplace(name, product.gemv.median).second) {
            rows += text("| %s | none | %.2f | 1.00 | %.2f |\n", name.c_str(), product.gemv.median,
                         product.ratio());
            continue;
        }
        std::string form;
        if (product.padding != 0) form += text("lda + %d ", product.padding);
        if (product.offset != 0) form += text("start + %d ", product.offset);
        if (product.incx != 1) form += text("incx %d ", product.incx);
        if (product.incy != 1) form += text("incy %d ", product.incy);
        rows += text("| %s | %s| %.2f | %.2f | %.2f |\n", name.c_str(), form.c_str(),
                     product.gemv.median, product.gemv.median / plain[name], product.ratio());
    }
    return rows;
}

}  // namespace

std::string impossible(const Sweep& sweep) {
    for (const Measured& product : sweep.products)
        for (const auto& [name, times] :
             {std::pair{"gemv", product.gemv}, std::pair{"the rival", product.rival}})
            if (product.bytes() / times.median > noise * sweep.roof)
                return text("%s of %d x %d takes %.2f us, and reading A alone %.2f", name,
                            product.lines, product.width, times.median,
                            product.bytes() / sweep.roof);
    return "";
}

std::string page_of(const Sweep& sweep) {
    std::string page = "# gemv beside " + sweep.rival + "\n\n" + sweep.device + "\n\n";
    page += text(
        "Reading and nothing else: %.0f GB/s. A launch that reads 16 bytes: %.2f us. Times are "
        "of graphs whose calls have data of their own, after the cache has been "
        "overwritten; gemv and the rival, in plain single precision (pedantic), take "
        "turns.\n\n",
        1e-3 * sweep.roof, sweep.launch);
    page +=
        "| products | number | geometric mean of the ratios | worst | at or above the rival | "
        "at least 0.97 |\n|---|---|---|---|---|---|\n";
    const auto groups = groups_of(sweep);
    Group both;
    for (const auto& [name, group] : groups) {
        if (name.starts_with("forms")) continue;
        page += row_of(name, group);
        if (name.starts_with("sweep")) both.insert(both.end(), group.begin(), group.end());
    }
    if (!both.empty()) page += row_of("sweep, both", both);
    page +=
        "\nA ratio is the rival's time over gemv's.\n\n| largest | us | GB/s | of the roof | "
        "rival, us |\n|---|---|---|---|---|\n";
    for (const bool along : {true, false}) {
        const Measured* largest = nullptr;
        for (const Measured& product : sweep.products)
            if (product.set == "sweep" && product.along == along &&
                (largest == nullptr || product.bytes() > largest->bytes()))
                largest = &product;
        if (largest == nullptr) continue;
        const double rate = largest->bytes() / largest->gemv.median;
        page += text("| %s %d x %d | %.1f | %.0f | %.1f%% | %.1f |\n", along ? "along" : "across",
                     largest->lines, largest->width, largest->gemv.median, 1e-3 * rate,
                     100 * rate / sweep.roof, largest->rival.median);
    }
    page += "\n| product | form | us | over none | ratio to the rival |\n|---|---|---|---|---|\n" +
            forms_of(sweep);
    return page;
}

std::string comma_separated(const Sweep& sweep) {
    std::string lines =
        "set,kind,lines,width,padding,offset,incx,incy,gemv_us,gemv_p10,gemv_p90,rival_us,"
        "rival_p10,rival_p90,ratio,roof_us,error\n";
    for (const Measured& p : sweep.products)
        lines +=
            text("%s,%s,%d,%d,%d,%d,%d,%d,%.3f,%.3f,%.3f,%.3f,%.3f,%.3f,%.3f,%.3f,%.2g\n",
                 p.set.c_str(), p.along ? "along" : "across", p.lines, p.width, p.padding, p.offset,
                 p.incx, p.incy, p.gemv.median, p.gemv.p10, p.gemv.p90, p.rival.median, p.rival.p10,
                 p.rival.p90, p.ratio(), p.bytes() / sweep.roof, p.error);
    return lines;
}

runner::Plot plot_of(const Sweep& sweep) {
    runner::Plot plot;
    for (const bool along : {true, false}) {
        runner::Chart chart{along ? "sums along the lines" : "sums across the lines",
                            "bytes of A, as many lines as floats in a line",
                            "microseconds",
                            {}};
        runner::Series gemv{"gemv", {}, false, 0}, rival{sweep.rival, {}, false, 1};
        runner::Series roof{"reading A, and a launch", {}, true, 2};
        for (const Measured& product : sweep.products) {
            if (product.set != "sweep" || product.along != along || product.lines != product.width)
                continue;
            gemv.points.push_back({product.bytes(), product.gemv.median});
            rival.points.push_back({product.bytes(), product.rival.median});
            roof.points.push_back({product.bytes(), sweep.launch + product.bytes() / sweep.roof});
        }
        chart.series = {gemv, rival, roof};
        plot.charts.push_back(chart);
    }
    return plot;
}

}  // namespace lab13
