// Looks at a file only as far as its last marked line, and up to a limit.
#include "simulator/report/source/source_excerpt.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "simulator/report/source/source_file.hpp"

namespace cusim::report {
namespace {

constexpr int longest_file = 100'000;       // lines
constexpr std::size_t most_read = 1 << 24;  // bytes
constexpr std::size_t longest_line = 120;   // bytes shown
constexpr int context = 2;                  // lines before and after

std::string presentable(std::string line) {
    for (char& c : line)
        if (static_cast<unsigned char>(c) < ' ' || c == '\x7f') c = ' ';
    if (line.size() > longest_line) line = line.substr(0, longest_line) + " ...";
    return line;
}

// Takes the first line, without its end, off `text`.
std::string_view next_line(std::string_view& text) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    return line;
}

}  // namespace

std::string source_excerpt(const std::string& path, std::vector<int> marked) {
    std::erase_if(marked, [](int line) { return line < 1; });
    std::sort(marked.begin(), marked.end());
    const std::string text = text_of_file(path, most_read);
    std::string_view rest = text;
    const auto distance = [&](int number) {
        int nearest = longest_file;
        for (int line : marked) nearest = std::min(nearest, std::abs(line - number));
        return nearest;
    };
    std::string result;
    int shown = 0;
    const int first = marked.empty() ? 0 : marked.front();
    const int last = marked.empty() ? 0 : std::min(marked.back() + context, longest_file);
    for (int number = 1; number <= last && !rest.empty(); ++number) {
        const std::string line{next_line(rest)};
        if (distance(number) > context) continue;
        if (shown > 0 && number > shown + 1) result += "        ...\n";
        std::string row = fmt::format("{} {:5} | {}", distance(number) == 0 ? '>' : ' ', number,
                                      presentable(line));
        row.erase(row.find_last_not_of(' ') + 1);
        result += row + '\n';
        shown = number;
    }
    return shown < first ? std::string{} : result;
}

std::string source_excerpt(const Place& place, std::vector<int> marked) {
    auto excerpt = source_excerpt(place.path, marked);
    return excerpt.empty() && !place.file.starts_with('/')
               ? source_excerpt(place.file, std::move(marked))
               : excerpt;
}

}  // namespace cusim::report
