// Finds labs by name.
#include "lab/kit.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>

#include "lab/lab_table.hpp"
#include "lab/spelling.hpp"

namespace grader::lab {
namespace {

bool is_called(std::string_view slug, std::string_view name) {
    if (slug == name) return true;
    auto number = slug.substr(0, slug.find('-'));
    if (number == name) return true;
    number.remove_prefix(std::min(number.find_first_not_of('0'), number.size()));
    return number == name;
}

}  // namespace

bool Kit::knows(std::string_view name) const {
    return !name.empty() &&
           std::ranges::any_of(slugs, [&](const auto& known) { return is_called(known, name); });
}

Lab Kit::find(std::string_view name) const {
    const auto slug =
        std::ranges::find_if(slugs, [&](const auto& known) { return is_called(known, name); });
    if (slug == slugs.end() || name.empty()) {
        const auto close = nearest(name, slugs);
        throw LabError(fmt::format("unknown lab '{}'{}; the labs are {}", name,
                                   close ? fmt::format("; did you mean {}?", *close) : "",
                                   fmt::join(slugs, ", ")));
    }
    return load(labs() / *slug);
}

std::vector<Lab> Kit::find_all(std::span<const std::string> names) const {
    std::vector<std::string> wanted;
    for (const auto& name : names) {
        if (name == "all") {
            wanted = slugs;
        } else {
            wanted.push_back(find(name).slug);
        }
    }
    std::vector<Lab> found;
    for (const auto& slug : slugs) {
        if (std::ranges::count(wanted, slug)) found.push_back(load(labs() / slug));
    }
    return found;
}

std::filesystem::path Kit::common() const {
    return std::filesystem::path(table::source) / "common";
}

Kit this_kit() {
    const char* elsewhere = std::getenv("KIT_SOURCE");
    return {std::filesystem::path(elsewhere ? elsewhere : table::source),
            std::filesystem::path(table::build),
            {std::begin(table::slugs), std::end(table::slugs)}};
}

}  // namespace grader::lab
