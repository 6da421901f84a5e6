#include "cli/bench.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <nlohmann/json.hpp>
#include <ostream>
#include <utility>
#include <vector>

#include "build/stage.hpp"
#include "class/output.hpp"
#include "class/table.hpp"
#include "cli/backend.hpp"
#include "cli/measure.hpp"
#include "cli/measurements.hpp"
#include "cli/plot.hpp"
#include "cli/submissions.hpp"
#include "json_text.hpp"
#include "lab/spelling.hpp"

namespace grader::cli {
namespace {

namespace fs = std::filesystem;

struct Origin {
    std::string machine, date, seconds;
};

/// OUT/measured.csv: on which machine and when each page was measured.
class Records {
  public:
    explicit Records(fs::path file) : file_(std::move(file)) {
        if (!fs::exists(file_)) return;
        for (const auto& row : classes::read_table(file_))
            if (row.size() == 4 && row[0] != "page") records_[row[0]] = {row[1], row[2], row[3]};
    }

    const Origin* find(const std::string& page) const {
        const auto found = records_.find(page);
        return found == records_.end() ? nullptr : &found->second;
    }

    void set(const std::string& page, Origin record) {
        records_[page] = std::move(record);
        std::string text = "page,machine,date,seconds\n";
        for (const auto& [name, one] : records_)
            text += classes::csv_line(std::vector{name, one.machine, one.date, one.seconds});
        classes::write_whole(file_, text);
    }

  private:
    fs::path file_;
    std::map<std::string, Origin> records_;
};

class Bench {
  public:
    Bench(const lab::Kit& kit, const BenchOptions& options, std::ostream& out)
        : kit_(kit),
          options_(options),
          out_(out),
          records_(options.out / "measured.csv"),
          pages_(build::read_file(kit.source / "grader/bench/pages.toml")) {
        measuring_ = {options.from, kit.find_all(options.labs), options.no_sandbox};
    }

    ExitStatus run() {
        const auto wanted = wanted_pages();
        const bool device = !options_.again && options_.backend != "sim" &&
                            choose_backend(options_.backend).backend == build::Backend::cuda;
        bool whole = true;
        for (std::size_t i = 0; i < wanted.size(); ++i) {
            out_ << fmt::format("[{}/{}] {}: ", i + 1, wanted.size(), wanted[i].page) << std::flush;
            try {
                const bool can = wanted[i].backend == build::Backend::sim || device;
                if (can && !options_.again) measure_where_possible(wanted[i]);
                write_page(wanted[i].page);
            } catch (const std::exception& trouble) {
                out_ << trouble.what() << '\n';
                whole = false;
            }
        }
        return whole ? full_marks : could_not_grade;
    }

  private:
    std::vector<std::string> names_of_pages() const {
        std::vector<std::string> names;
        for (const auto& one : measurements_in(pages_)) names.push_back(one.page);
        return names;
    }

    /// The pages to measure. Pages that are about every lab are limited to the requested labs.
    std::vector<Measurement> wanted_pages() const {
        auto all = measurements_in(pages_);
        std::erase_if(all, [&](const Measurement& one) {
            if (options_.backend != "auto" && options_.backend != name_of(one.backend)) return true;
            if (!options_.only.empty()) return std::ranges::count(options_.only, one.page) == 0;
            return !one.lab.empty() &&
                   std::ranges::none_of(measuring_.labs, [&](const lab::Lab& lab) {
                       return lab.slug == kit_.find(one.lab).slug;
                   });
        });
        for (const auto& page : options_.only)
            if (std::ranges::count(all, page, &Measurement::page) == 0)
                throw lab::LabError("there is no page '" + page + "' of this backend" +
                                    lab::suggestion(page, names_of_pages()));
        return all;
    }

    fs::path table_of(const std::string& page) const { return options_.out / (page + ".csv"); }

    void measure_where_possible(const Measurement& wanted) {
        const auto missing = missing_for(kit_, wanted);
        if (missing.empty())
            measure_one(wanted);
        else
            out_ << missing << ": ";
    }

    void measure_one(const Measurement& wanted) {
        const build::Stage scratch(kit_.build / "bench");
        const auto start = std::chrono::steady_clock::now();
        const auto csv = measure(kit_, wanted, measuring_, scratch.root());
        const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
        classes::write_whole(table_of(wanted.page), csv);
        records_.set(wanted.page, {machine(wanted.backend),
                                   fmt::format("{:%Y-%m-%d}", fmt::gmtime(std::time(nullptr))),
                                   fmt::format("{:.1f}", took.count())});
        out_ << fmt::format("measured in {:.1f} s\n", took.count()) << std::flush;
        told_ = true;
    }

    /// The table of the page with the same figures as counted, if there is one.
    std::string counts_of(const std::string& page) const {
        const auto counts = table_of(page + "-counts");
        return fs::exists(counts) ? build::read_file(counts) : "";
    }

    void write_page(const std::string& page) {
        const auto* record = records_.find(page);
        const bool measured = std::exchange(told_, false);
        if (record == nullptr || !fs::exists(table_of(page))) {
            out_ << "not measured yet\n";
            return;
        }
        const nlohmann::json given = {
            {"page", page},
            {"pages", pages_},
            {"csv", build::read_file(table_of(page))},
            {"counts", counts_of(page)},
            {"measured",
             {{"machine", record->machine}, {"date", record->date}, {"seconds", record->seconds}}}};
        const auto made = drawn(kit_, choose_sandbox(options_.no_sandbox), "grader/bench/pages.py",
                                json_text::write(given), {"grader/bench", "grader/cli"});
        const auto files = json_text::parse(made);
        for (const auto& [name, text] : files.items())
            classes::write_whole(options_.out / name, text.get<std::string>());
        if (!measured) out_ << "of " << record->date << '\n';
    }

    const lab::Kit& kit_;
    const BenchOptions& options_;
    std::ostream& out_;
    Records records_;
    std::string pages_;
    MeasureOptions measuring_;
    bool told_ = false;  // the current page's measurement has been reported
};

}  // namespace

ExitStatus bench(const lab::Kit& kit, const BenchOptions& options, std::ostream& out) {
    std::error_code failed;
    fs::create_directories(options.out, failed);
    if (failed) throw lab::LabError(fmt::format("cannot make the folder {}", options.out.string()));
    return Bench(kit, options, out).run();
}

}  // namespace grader::cli
