#include "suite/predictions.hpp"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <cmath>

#include "report/text.hpp"
#include "vet/file.hpp"

namespace grader::suite {

namespace {

constexpr const char* file_name = "predict.toml";
constexpr std::size_t longest_file = 16 * 1024;
constexpr std::size_t longest_quote = 60;

[[noreturn]] void fail_with(std::string_view what) {
    throw PredictionError(fmt::format("{}: {}", file_name, what));
}

std::string shown(std::string_view text) {
    auto line = report::printable(text.substr(0, longest_quote));
    std::ranges::replace(line, '\n', ' ');
    return line;
}

toml::table parse(std::string_view text) {
    if (text.size() > longest_file) fail_with("longer than 16 KiB");
    try {
        return toml::parse(text);
    } catch (const toml::parse_error& error) {
        throw PredictionError(fmt::format("{}:{}: {}", file_name, error.source().begin.line,
                                          shown(error.description())));
    }
}

}  // namespace

Predictions::Predictions(std::string_view text) {
    for (const auto& [table, node] : parse(text)) {
        if (!node.is_table()) continue;  // an entry outside of a table is nobody's
        for (const auto& [key, value] : *node.as_table()) {
            Entry entry;
            if (value.is_integer() || value.is_floating_point()) {
                entry.number = *value.value<double>();
                entry.is_number = std::isfinite(entry.number);
            }
            if (const auto* words = value.as_string()) entry.text = words->get();
            tables_[std::string(table.str())][std::string(key.str())] = std::move(entry);
        }
    }
}

Predictions Predictions::of(const std::filesystem::path& folder) {
    try {
        return Predictions(vet::take_source(folder, file_name));
    } catch (const vet::FileError& error) {
        throw PredictionError(error.what());
    }
}

double Predictions::at(const std::string& table, const std::string& key) const {
    const auto entries = tables_.find(table);
    if (entries == tables_.end()) fail_with(fmt::format("there is no table [{}]", table));
    const auto found = entries->second.find(key);
    if (found == entries->second.end()) fail_with(fmt::format("{} is missing in [{}]", key, table));
    const Entry& entry = found->second;
    if (entry.is_number) return entry.number;
    if (entry.text.empty())
        fail_with(fmt::format("{} in [{}] is still empty: write a number", key, table));
    fail_with(fmt::format("{} in [{}] is no number: \"{}\"", key, table, shown(entry.text)));
}

}  // namespace grader::suite
