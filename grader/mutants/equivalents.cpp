#include "mutants/equivalents.hpp"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>

namespace grader::mutants {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const fs::path& list, int line, std::string_view what) {
    throw MutantsError(fmt::format("{}:{}: {}", list.string(), line, what));
}

Equivalent read_entry(const fs::path& list, const toml::table& table) {
    Equivalent entry;
    entry.at = static_cast<int>(table.source().begin.line);
    for (const auto& [key, node] : table) {
        const auto text = node.value_exact<std::string>();
        std::string* field = key == "operator"  ? &entry.operator_name
                             : key == "file"    ? &entry.file
                             : key == "line"    ? &entry.line
                             : key == "becomes" ? &entry.becomes
                             : key == "why"     ? &entry.why
                                                : nullptr;
        if (field && text)
            *field = *text;
        else if (key == "occurrence" && node.is_integer())
            entry.occurrence = node.value<int>();
        else if (key == "any" && node.is_boolean())
            entry.any = *node.value<bool>();
        else
            fail(list, static_cast<int>(node.source().begin.line),
                 fmt::format("'{}' is not a key of an entry, or not of this type", key.str()));
    }
    for (const auto* field : {&entry.file, &entry.line, &entry.why})
        if (field->empty()) fail(list, entry.at, "an entry has file, line and why");
    if (entry.any == !entry.operator_name.empty() || (entry.any && !entry.becomes.empty()))
        fail(list, entry.at, "an entry has operator and becomes, or any = true in their place");
    return entry;
}

bool names(const Equivalent& entry, const Mutant& mutant) {
    const bool is_changed_so =
        entry.operator_name == mutant.operator_name && entry.becomes == mutant.after;
    return (entry.any || is_changed_so) && entry.file == mutant.file &&
           entry.line == mutant.before &&
           entry.occurrence.value_or(mutant.occurrence) == mutant.occurrence;
}

}  // namespace

Equivalents::Equivalents(const fs::path& list, const std::vector<Mutant>& mutants) : list_(list) {
    if (!fs::exists(list)) return;
    toml::table table;
    try {
        table = toml::parse_file(list.string());
    } catch (const toml::parse_error& error) {
        fail(list, static_cast<int>(error.source().begin.line), error.description());
    }
    for (const auto& [key, node] : table) {
        const auto* array = key == "equivalent" ? node.as_array() : nullptr;
        if (!array || !array->is_array_of_tables())
            fail(list, static_cast<int>(node.source().begin.line), "not an [[equivalent]]");
        for (const auto& element : *array)
            entries_.push_back(read_entry(list, *element.as_table()));
    }
    for (const auto& entry : entries_)
        if (std::ranges::none_of(mutants, [&](const auto& each) { return names(entry, each); }))
            fail(list, entry.at,
                 fmt::format("stale: {} makes no such mutant of {} any more",
                             entry.any ? "an operator" : entry.operator_name, entry.file));
}

const Equivalent* Equivalents::entry_of(const Mutant& mutant) const {
    const auto entry =
        std::ranges::find_if(entries_, [&](const auto& each) { return names(each, mutant); });
    return entry == entries_.end() ? nullptr : &*entry;
}

}  // namespace grader::mutants
