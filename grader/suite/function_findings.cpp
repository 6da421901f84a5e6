#include "suite/function_findings.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "number_of.hpp"
#include "score/deduction.hpp"
#include "score/findings.hpp"
#include "suite/calls/answer.hpp"

namespace grader::suite {

namespace {

// If a thread that has exited has a place, it had arrived at that barrier before.
bool is_uneven_barrier(const score::Finding& finding) {
    return finding.kind == "barrier_divergence" && finding.severity == score::Severity::warning &&
           finding.other && finding.other->line > 0;
}

void make_uneven_barriers_errors(std::vector<score::Finding>& findings) {
    for (auto& finding : findings)
        if (is_uneven_barrier(finding)) finding.severity = score::Severity::error;
}

bool is_only_hidden(const std::map<const Registration*, std::uint64_t>& counts) {
    return std::ranges::all_of(counts,
                               [](const auto& each) { return each.first->seen == Seen::hidden; });
}

// The program has checked for the refusal; some calls test exactly that.
bool is_checked_refusal(const score::Finding& finding) {
    return finding.kind == "launch_error" && finding.severity == score::Severity::note;
}

}  // namespace

void FunctionFindings::keep(const std::string& function, std::span<const score::Finding> findings,
                            const Registration& by) {
    OfFunction& known = by_function_[function];
    for (const score::Finding& finding : findings) {
        if (is_checked_refusal(finding)) continue;
        const std::size_t place = score::merge(known.findings, finding);
        known.counts.resize(known.findings.size());
        known.counts[place][&by] += finding.count;
        if (finding.severity == score::Severity::error &&
            (by.part == Part::correct || by.part == Part::safe))
            known.kinds_before.insert(finding.kind);
    }
}

void FunctionFindings::note_order_dependence(const std::string& function,
                                             const OrderDifference& difference,
                                             const Registration& by) {
    OfFunction& known = by_function_[function];
    const auto told =
        std::ranges::find(known.findings, OrderDependence::kind, &score::Finding::kind);
    const auto place = static_cast<std::size_t>(told - known.findings.begin());
    if (told != known.findings.end())
        ++told->count;
    else
        known.findings.push_back(
            known.order_dependence.emplace(function, difference).beside(known.findings));
    known.counts.resize(known.findings.size());
    ++known.counts[place][&by];
}

/// Calls `improve` with the findings that may be changed, as one list or one by one.
template <typename Improve>
void FunctionFindings::improve(const std::string& function, const Registration& by,
                               const Improve& improve) {
    OfFunction& known = by_function_[function];
    if (by.seen == Seen::by_all) return improve(known.findings);
    for (std::size_t i = 0; i < known.findings.size(); ++i) {
        if (!is_only_hidden(known.counts[i])) continue;
        std::vector one{std::move(known.findings[i])};
        improve(one);
        known.findings[i] = std::move(one.front());
    }
}

void FunctionFindings::retell(const std::string& function, std::span<const score::Finding> better,
                              const Registration& by) {
    improve(function, by, [&](auto& findings) { score::retell(findings, better); });
}

void FunctionFindings::add_witnesses(const std::string& function,
                                     std::span<const score::Finding> seen_again,
                                     const Registration& by) {
    improve(function, by, [&](auto& findings) { score::add_witnesses(findings, seen_again); });
}

void FunctionFindings::forget(const Registration& by) {
    for (auto& [function, known] : by_function_)
        for (std::size_t i = known.findings.size(); i-- > 0;) {
            const auto own = known.counts[i].extract(&by);
            if (!own) continue;
            known.findings[i].count -= own.mapped();
            if (!known.counts[i].empty()) continue;
            known.findings.erase(known.findings.begin() + static_cast<std::ptrdiff_t>(i));
            known.counts.erase(known.counts.begin() + static_cast<std::ptrdiff_t>(i));
        }
}

// Its cause may have been found after it.
void FunctionFindings::settle_order_dependence(const OfFunction& known,
                                               std::vector<score::Finding>& findings) {
    for (score::Finding& finding : findings) {
        if (finding.kind != OrderDependence::kind) continue;
        const auto count = finding.count;
        finding = known.order_dependence->beside(known.findings);
        finding.count = count;
    }
}

std::vector<score::Finding> FunctionFindings::of(std::string_view function) const {
    std::vector<score::Finding> found;
    for (const auto& [name, known] : by_function_) {
        if (!function.empty() && name != function) continue;
        auto findings = known.findings;
        settle_order_dependence(known, findings);
        for (std::size_t i = 0; i < findings.size(); ++i)
            findings[i].hidden = is_only_hidden(known.counts[i]);
        if (known.barriers_are_even) make_uneven_barriers_errors(findings);
        score::put_bad_accesses_first(findings);
        score::merge_apart(found, findings);
    }
    return found;
}

void FunctionFindings::require_even_barriers(const std::string& function) {
    OfFunction& known = by_function_[function];
    known.barriers_are_even = true;
    if (std::ranges::any_of(known.findings, is_uneven_barrier))
        known.kinds_before.insert("barrier_divergence");
}

void FunctionFindings::expect_none(std::string_view function) const {
    auto found = of(function);
    std::erase_if(found,
                  [](const auto& finding) { return finding.severity != score::Severity::error; });
    if (found.empty()) return;
    throw CaseFailed{.message = fmt::format("{} in {}:", words::number_of(found.size(), "finding"),
                                            function.empty() ? "the lab" : function) +
                                score::first_lines(found),
                     .share = score::share_left(found)};
}

// The safe cases have been judged by then, and have not seen it.
std::optional<CaseFailed> FunctionFindings::new_error(const std::string& function) const {
    auto found = of(function);
    const auto known = by_function_.find(function);
    std::erase_if(found, [&](const score::Finding& finding) {
        return finding.severity != score::Severity::error ||
               known->second.kinds_before.contains(finding.kind);
    });
    if (found.empty()) return std::nullopt;
    return CaseFailed{function +
                      ": where its work is measured, an error is found that no case "
                      "under correct shows:" +
                      score::first_lines(found)};
}

}  // namespace grader::suite
