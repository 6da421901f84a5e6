#include "cli/predict.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <istream>
#include <optional>
#include <ostream>

#include "report/text.hpp"
#include "skeleton/skeletons.hpp"
#include "suite/predictions.hpp"
#include "whole_file.hpp"

namespace grader::cli {
namespace {

namespace fs = std::filesystem;
using suite::Predictions;
using suite::Question;

std::string text_of(const fs::path& file) {
    return kit_io::read_whole(file).value_or("");
}

/// Writes another file and renames it, so that no answer is lost.
void write(const fs::path& file, const std::string& text) {
    const auto beside = file.string() + ".new";
    std::ofstream out(beside);
    out << text << std::flush;
    std::error_code error;
    if (out) fs::rename(beside, file, error);
    if (!out || error)
        throw lab::LabError(
            fmt::format("cannot write {}: is its folder read-only?", file.string()));
}

/// Throws skeleton::SkeletonError if the kit does not have the file either.
void put_back(const lab::Kit& kit, const lab::Lab& lab, const fs::path& file) {
    for (const auto& skeleton : skeleton::pristine(kit, lab))
        if (skeleton.path == file) write(file, skeleton.text);
}

void print_words(const std::vector<std::string>& words, std::ostream& out) {
    constexpr std::size_t width = 76;
    std::string prose;
    const auto flush = [&] {
        for (const auto& line : report::wrapped(prose, width)) out << "  " << line << '\n';
        prose.clear();
    };
    for (const std::string& line : words) {
        const auto clean = report::printable(line);
        if (clean.empty() || clean.starts_with('|')) {
            flush();
            out << "  " << (clean.empty() ? clean : "  " + clean.substr(1)) << '\n';
        } else {
            prose += (prose.empty() ? "" : " ") + clean;
        }
    }
    flush();
}

/// An empty answer keeps the old one. Nothing: end of input.
std::optional<std::string> answer_to(const Question& question,
                                     const std::vector<std::string>& sizes, std::istream& in,
                                     std::ostream& out) {
    for (std::string line;;) {
        out << fmt::format("  {} = ", report::printable(question.key)) << std::flush;
        if (!std::getline(in, line)) return std::nullopt;
        const auto first = line.find_first_not_of(" \t\"'\r");
        if (first == line.npos) return "";
        line = line.substr(first, line.find_last_not_of(" \t\"'\r") - first + 1);
        const auto wrong = suite::wrong_format(line, sizes);
        if (wrong.empty()) return line;
        out << "  " << wrong << '\n';
    }
}

struct Count {
    std::size_t answered = 0, all = 0;
};

Count count(const Predictions& predictions) {
    const auto& questions = predictions.questions();
    const auto open = std::ranges::count_if(
        questions, [](const Question& question) { return question.answer.empty(); });
    return {questions.size() - static_cast<std::size_t>(open), questions.size()};
}

/// Asks until the last question or the end of the input.
void ask(const fs::path& file, bool again, std::istream& in, std::ostream& out) {
    const auto asked = Predictions(text_of(file)).questions();
    std::string table;
    for (std::size_t i = 0; i < asked.size(); ++i) {
        const Question& question = asked[i];
        if (!question.answer.empty() && !again) continue;
        out << fmt::format("\n[{}]  {}  ({} of {})\n", report::printable(question.table),
                           report::printable(question.key), i + 1, asked.size());
        print_words(question.words, out);
        if (!question.look.empty()) print_words({"Look: " + question.look}, out);
        if (!question.answer.empty())
            out << fmt::format("  so far {}; an empty line leaves it\n",
                               report::printable(question.answer));
        const auto text = text_of(file);
        const auto answer = answer_to(question, Predictions(text).sizes(), in, out);
        if (!answer) return;
        if (!answer->empty()) write(file, suite::with_answer(text, question, *answer));
    }
}

}  // namespace

ExitStatus predict(const lab::Kit& kit, const std::string& name, bool again, std::istream& in,
                   std::ostream& out) {
    const auto lab = kit.find(name);
    const auto file = lab.folder / suite::predictions_file;
    if (!std::ranges::count(lab.answers, suite::predictions_file))
        throw lab::LabError(fmt::format("{} asks for no predictions", lab.slug));
    if (!fs::exists(file)) {
        put_back(kit, lab, file);
        out << fmt::format("labs/{}/{} was gone: here it is again, without answers\n\n", lab.slug,
                           suite::predictions_file);
    }
    const auto before = Predictions::of(lab.folder);
    for (const auto& complaint : before.complaints()) out << complaint << '\n';
    print_words(before.heading(), out);
    if (again || count(before).answered < count(before).all) ask(file, again, in, out);
    const auto [answered, all] = count(Predictions::of(lab.folder));
    out << fmt::format("\n{} of {} answered, in labs/{}/{}\n", answered, all, lab.slug,
                       suite::predictions_file);
    out << (answered < all ? fmt::format("the same command asks the rest\n")
                           : fmt::format("next: ./grader/grade {}; --again asks all once more\n",
                                         lab.number()));
    return full_marks;
}

std::vector<std::string> misread_predictions(const std::vector<lab::Lab>& labs,
                                             const fs::path& folder) {
    std::vector<std::string> lines;
    for (const auto& lab : labs)
        for (const auto& complaint : Predictions::if_any(folder / lab.slug).complaints())
            lines.push_back(lab.slug + "/" + complaint);
    return lines;
}

std::vector<std::string> open_questions(const lab::Kit& kit, const lab::Lab& lab,
                                        const fs::path& folder) {
    std::vector<std::string> functions;
    const auto asked = Predictions::asked_by(kit, lab.slug), own = Predictions::if_any(folder);
    for (const Question& question : asked.questions())
        if (!std::ranges::count(functions, question.table) &&
            !own.answer_all(asked, question.table))
            functions.push_back(question.table);
    return functions;
}

}  // namespace grader::cli
