#include "simulator/report/wrap.hpp"

#include <algorithm>

namespace cusim::report {

std::string wrapped(const std::string& text, const std::string& indent, std::size_t width) {
    std::string result, line = indent;
    std::size_t begin = 0;
    while (begin < text.size()) {
        const std::size_t end = std::min(text.find(' ', begin), text.size());
        const std::string word = text.substr(begin, end - begin);
        if (line.size() > indent.size() && line.size() + 1 + word.size() > width) {
            result += line + '\n';
            line = indent;
        }
        line += (line.size() > indent.size() ? " " : "") + word;
        begin = end + 1;
    }
    return result + line + '\n';
}

}  // namespace cusim::report
