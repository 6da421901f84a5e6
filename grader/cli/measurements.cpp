#include "cli/measurements.hpp"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <map>

namespace grader::cli {
namespace {

const std::map<std::string, Measures, std::less<>> kinds = {
    {"lab", Measures::lab},         {"verdicts", Measures::verdicts},
    {"work", Measures::work},       {"simulator", Measures::simulator},
    {"fence", Measures::fence},     {"numba", Measures::numba},
    {"hip-cpu", Measures::hip_cpu}, {"class", Measures::course},
    {"script", Measures::script}};

[[noreturn]] void refuse_page(const std::string& page, const std::string& why) {
    throw lab::LabError(
        fmt::format("pages.toml: {}: {}", page.empty() ? "a page without a name" : page, why));
}

std::vector<std::string> words_of(const std::string& page, const toml::node& node) {
    std::vector<std::string> words;
    if (!node.is_array()) refuse_page(page, "runs are lists of words");
    for (const auto& word : *node.as_array()) {
        if (!word.is_string()) refuse_page(page, "runs are lists of words");
        words.push_back(word.ref<std::string>());
    }
    return words;
}

Measurement measurement_in(const toml::table& table) {
    Measurement one{table["name"].value_or(std::string()),
                    build::Backend::sim,
                    Measures::lab,
                    table["lab"].value_or(std::string()),
                    {},
                    table["script"].value_or(std::string())};
    const auto backend = table["backend"].value_or(std::string());
    if (one.page.empty()) refuse_page(one.page, "it needs one");
    if (backend != "sim" && backend != "cuda") refuse_page(one.page, "backend is sim or cuda");
    if (backend == "cuda") one.backend = build::Backend::cuda;
    const auto kind = kinds.find(table["measure"].value_or(std::string("lab")));
    if (kind == kinds.end()) refuse_page(one.page, "nobody knows how to measure that");
    one.what = kind->second;
    if (const auto* runs = table["runs"].as_array())
        for (const auto& run : *runs) one.runs.push_back(words_of(one.page, run));
    if (one.what == Measures::lab && (one.lab.empty() || one.runs.empty()))
        refuse_page(one.page, "it needs a lab, and runs of its program");
    if ((one.what == Measures::script) == one.script.empty())
        refuse_page(one.page,
                    "a script makes the pages that are measured by a script, and no others");
    return one;
}

}  // namespace

std::vector<Measurement> measurements_in(std::string_view text) {
    std::vector<Measurement> all;
    try {
        const auto parsed = toml::parse(text);
        if (const auto* pages = parsed["page"].as_array())
            for (const auto& page : *pages)
                if (const auto* table = page.as_table()) all.push_back(measurement_in(*table));
    } catch (const toml::parse_error& error) {
        throw lab::LabError(
            fmt::format("pages.toml:{}: {}", error.source().begin.line, error.description()));
    }
    return all;
}

}  // namespace grader::cli
