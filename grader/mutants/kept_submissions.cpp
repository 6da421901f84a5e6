#include "mutants/kept_submissions.hpp"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <fstream>
#include <map>

#include "build/stage.hpp"
#include "whole_file.hpp"

namespace grader::mutants {
namespace {

namespace fs = std::filesystem;

// Reads one entry of the list.
class Entry {
  public:
    Entry(const fs::path& list, const lab::Lab& lab, std::string name, const toml::table& table)
        : list_{list}, lab_{lab}, table_{table} {
        submission_.name = std::move(name);
    }

    KeptSubmission read() {
        for (const auto& [key, node] : table_) {
            if (key == "edits")
                read_edits(node);
            else if (key == "most")
                submission_.most = points(node);
            else if (key == "most_on_device")
                submission_.most_on_device = points(node);
            else if (key == "cause" || key == "also")
                (key == "cause" ? submission_.cause : submission_.also) = texts(node, key.str());
            else if (key == "without")
                read_without(node);
            else
                field(key.str()) = text(node, key.str());
        }
        if (submission_.why.empty()) fail("has no why");
        if (!submission_.of.empty() && submission_.edits.empty()) fail("has an of, but no edits");
        if (submission_.most_on_device && !(submission_.most_on_device > submission_.most))
            fail("has a most_on_device that is not more than its most");
        const bool announced = !submission_.finding.empty() || !submission_.failing_case.empty() ||
                               !submission_.refused.empty();
        const bool expects = announced || submission_.most;
        if (is_of_right_ones() && expects) fail("is right, and gets full marks");
        if (!is_of_right_ones() && !expects) fail("names neither a finding nor a case");
        return std::move(submission_);
    }

  private:
    [[noreturn]] void fail(const std::string& what) const {
        throw KeptSubmissionError(
            fmt::format("{}: [{}] {}", list_.string(), submission_.name, what));
    }

    bool is_of_right_ones() const { return list_.stem() == "right"; }

    std::string& field(std::string_view key) {
        if (key == "why") return submission_.why;
        if (key == "finding") return submission_.finding;
        if (key == "case") return submission_.failing_case;
        if (key == "says") return submission_.says;
        if (key == "in") return submission_.cases;
        if (key == "refused") return submission_.refused;
        if (key == "of") return submission_.of;
        fail(fmt::format("has an unknown key, {}", key));
    }

    std::string text(const toml::node& node, std::string_view what) const {
        const auto value = node.value_exact<std::string>();
        if (!value) fail(fmt::format("{} is not a text", what));
        return *value;
    }

    double points(const toml::node& node) const {
        const auto value = node.value<double>();
        if (!value || *value < 0) fail("most is not a number of points");
        return *value;
    }

    std::vector<std::string> texts(const toml::node& node, std::string_view what) const {
        const auto* const list = node.as_array();
        if (!list || list->empty()) fail(fmt::format("{} is not a list of texts", what));
        std::vector<std::string> result;
        for (const auto& each : *list) result.push_back(text(each, what));
        return result;
    }

    void read_edits(const toml::node& node) {
        const auto* const edits = node.as_array();
        if (!edits || edits->empty()) fail("edits is not a list of edits");
        for (const auto& element : *edits) {
            const auto* const edit = element.as_array();
            if (!edit || edit->size() < 2 || edit->size() > 3)
                fail("an edit is two texts, or the name of a file and two texts");
            std::vector<std::string> texts;
            for (const auto& part : *edit) texts.push_back(text(part, "a part of an edit"));
            if (texts.size() == 2) texts.insert(texts.begin(), lab_.editable.front());
            check_file(texts[0]);
            submission_.edits.push_back({texts[0], texts[1], texts[2]});
        }
    }

    void read_without(const toml::node& node) {
        submission_.without = texts(node, "without");
        for (const auto& file : submission_.without) check_file(file);
    }

    void check_file(const std::string& name) const {
        if (const auto files = lab_.handed_in(); !std::ranges::count(files, name))
            fail(fmt::format("{} is not a file that a submission has", name));
    }

    const fs::path& list_;
    const lab::Lab& lab_;
    const toml::table& table_;
    KeptSubmission submission_;
};

toml::table parsed(const fs::path& list) {
    try {
        return toml::parse_file(list.string());
    } catch (const toml::parse_error& error) {
        throw KeptSubmissionError(fmt::format("{}:{}: {}", list.string(), error.source().begin.line,
                                              error.description()));
    }
}

std::string content(const fs::path& path) {
    return kit_io::read_whole(path).value_or("");
}

// The new text, and the position to replace in the original text.
struct Replacement {
    std::size_t at;
    const Edit* edit;
};

std::string first_line(const std::string& text) {
    const auto begin = std::min(text.find_first_not_of(" \n"), text.size());
    return text.substr(begin, text.find('\n', begin) - begin);
}

// The position of the edit's text, which must occur exactly once; otherwise `fault` says why not.
std::size_t place_of(const std::string& text, const Edit& edit, std::string& fault) {
    const std::size_t at = text.find(edit.before);
    if (edit.before.empty() || at == text.npos)
        fault = "does not stand";
    else if (text.find(edit.before, at + 1) != text.npos)
        fault = "stands more than once";
    return at;
}

/// `fail` throws, with the reason.
template <typename Fail>
std::string edited(std::string text, const std::string& file, const KeptSubmission& submission,
                   const Fail& fail) {
    std::vector<Replacement> replacements;
    for (const Edit& edit : submission.edits) {
        if (edit.file != file) continue;
        std::string fault;
        replacements.push_back({place_of(text, edit, fault), &edit});
        if (!fault.empty())
            fail(fmt::format("'{}' {} in {}", first_line(edit.before), fault, file));
    }
    std::ranges::sort(replacements, std::ranges::greater{}, &Replacement::at);
    std::size_t end = text.size();
    for (const auto& [at, edit] : replacements) {
        if (at + edit->before.size() > end)
            fail(fmt::format("'{}' overlaps another edit of {}", first_line(edit->before), file));
        text.replace(at, edit->before.size(), edit->after);
        end = at;
    }
    return text;
}

}  // namespace

std::vector<KeptSubmission> kept_submissions(const fs::path& list, const lab::Lab& lab) {
    const toml::table table = parsed(list);
    std::vector<KeptSubmission> result;
    for (const auto& [name, node] : table) {
        const auto* const entry = node.as_table();
        if (!entry)
            throw KeptSubmissionError(
                fmt::format("{}: {} stands outside of a [submission]", list.string(), name.str()));
        result.push_back(Entry(list, lab, std::string(name.str()), *entry).read());
    }
    std::ranges::sort(result, {}, &KeptSubmission::name);
    return result;
}

void lay(const KeptSubmission& submission, const fs::path& list, const lab::Lab& lab,
         const fs::path& solution, const fs::path& target) {
    const auto fail = [&](const std::string& what) {
        throw KeptSubmissionError(fmt::format("{}: [{}] {}", list.string(), submission.name, what));
    };
    const auto& name = submission.of.empty() ? submission.name : submission.of;
    const fs::path given = list.parent_path() / list.stem() / name;
    const bool is_solution = !submission.edits.empty() || !submission.without.empty();
    if (!fs::exists(given) && (!is_solution || !submission.of.empty()))
        fail(fmt::format("has no {} in {}/{}",
                         submission.of.empty() ? "edits, and no files" : "files",
                         list.stem().string(), name));
    for (const auto& file : lab.handed_in()) {
        if (std::ranges::count(submission.without, file)) continue;
        const std::string text = content((fs::exists(given / file) ? given : solution) / file);
        std::ofstream(target / file, std::ios::binary) << edited(text, file, submission, fail);
    }
}

void for_each_laid(const lab::Kit& kit, const lab::Lab& lab, std::string_view name,
                   const Use& use) {
    const fs::path list = kit.submissions() / lab.slug / name;
    for (const auto& each : kept_submissions(list, lab)) {
        const build::Stage files(fs::temp_directory_path());
        lay(each, list, lab, kit.solutions() / lab.slug, files.root());
        use(each, files.root());
    }
}

std::map<std::string, std::string> shared_causes(const fs::path& list) {
    std::map<std::string, std::string> result;
    for (const auto& [name, node] : parsed(list)) {
        const auto words = node.value_exact<std::string>();
        if (!words || words->empty())
            throw KeptSubmissionError(
                fmt::format("{}: {} has no words", list.string(), name.str()));
        result[std::string(name.str())] = *words;
    }
    return result;
}

}  // namespace grader::mutants
