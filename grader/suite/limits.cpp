#include "suite/limits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "score/result.hpp"
#include "suite/calls/session_error.hpp"

namespace grader::suite {

namespace {

SessionError fault(const Request& request, std::string_view name, std::string_view words) {
    return SessionError(fmt::format("labs/{}/lab.toml: limits: {}: {}", request.lab, name, words));
}

}  // namespace

double limit_of(const Request& request, std::string_view name, const Sizes& sizes) {
    const auto limit = request.limits.find(std::string(name));
    if (limit == request.limits.end())
        throw fault(request, name, "is missing, and the suite asks for it");
    try {
        const double microseconds = Formula(limit->second).at(sizes);
        if (microseconds > 0) return microseconds;
    } catch (const FormulaError& error) {
        throw fault(request, name, error.what());
    }
    throw fault(request, name, "is not more than 0");
}

std::optional<double> find_limit(const Request& request, std::string_view name,
                                 const Sizes& sizes) {
    const auto limit = request.limits.find(std::string(name));
    if (limit == request.limits.end()) return std::nullopt;
    try {
        const auto names = Formula(limit->second).names();
        const auto is_size = [&](const std::string& each) { return sizes.contains(each); };
        if (!std::ranges::all_of(names, is_size)) return std::nullopt;
    } catch (const FormulaError& error) {
        throw fault(request, name, error.what());
    }
    return limit_of(request, name, sizes);
}

double share_of_ratio(double ratio, double full) {
    if (ratio <= full) return 1;
    if (!(ratio < score::Work::no_marks_from)) return 0;
    return 1 - std::log(ratio / full) / std::log(score::Work::no_marks_from / full);
}

}  // namespace grader::suite
