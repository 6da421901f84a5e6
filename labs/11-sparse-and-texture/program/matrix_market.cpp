#include "matrix_market.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

namespace runner {

namespace {

constexpr std::size_t longest_line = 1024;  // the format's own limit
constexpr int largest_exact = 1 << 24;      // up to here a float holds every whole number

enum class Field { real, integer, pattern };
enum class Symmetry { general, symmetric, skew };

bool is_blank(std::string_view line) {
    return line.find_first_not_of(" \t") == std::string_view::npos;
}

std::vector<std::string_view> words_of(std::string_view line) {
    std::vector<std::string_view> words;
    for (std::size_t at = line.find_first_not_of(" \t"); at != std::string_view::npos;) {
        const std::size_t end = std::min(line.find_first_of(" \t", at), line.size());
        words.push_back(line.substr(at, end - at));
        at = line.find_first_not_of(" \t", end);
    }
    return words;
}

std::string lower(std::string_view word) {
    std::string text(word);
    for (char& letter : text)
        letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
    return text;
}

/// A word for a message: shortened, and without control characters.
std::string quoted(std::string_view word) {
    constexpr std::size_t longest = 24;
    std::string text;
    for (const char letter : word.substr(0, longest))
        text += letter >= ' ' && letter <= '~' ? letter : '?';
    return '\'' + text + (word.size() > longest ? "..." : "") + '\'';
}

class Reader {
  public:
    explicit Reader(std::string_view text) : rest_(text) {}

    Csr read() {
        read_banner();
        read_sizes();
        read_entries();
        return csr_of(rows_, columns_, entries_);
    }

  private:
    [[noreturn]] void refuse(const std::string& why) const {
        throw MatrixMarketError("line " + std::to_string(std::max(number_, 1)) + ": " + why);
    }

    /// The next line without its end; nothing after the last one.
    std::optional<std::string_view> next_line() {
        if (rest_.empty()) return std::nullopt;
        ++number_;
        const std::size_t end = std::min(rest_.find('\n'), rest_.size());
        std::string_view line = rest_.substr(0, end);
        rest_.remove_prefix(std::min(end + 1, rest_.size()));
        if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
        if (line.size() > longest_line)
            refuse("longer than " + std::to_string(longest_line) + " characters");
        for (const char letter : line)
            if (letter != '\t' && static_cast<unsigned char>(letter) < ' ')
                refuse(letter == '\0' ? "a NUL byte: this is not text"
                                      : "a control character: this is not text");
        return line;
    }

    std::optional<std::string_view> next_line_with_words() {
        auto line = next_line();
        while (line && is_blank(*line)) line = next_line();
        return line;
    }

    void read_banner() {
        const auto line = next_line();
        const auto words = line ? words_of(*line) : std::vector<std::string_view>{};
        if (words.empty() || words[0] != "%%MatrixMarket")
            refuse("a Matrix Market file begins with %%MatrixMarket");
        if (words.size() != 5)
            refuse("the banner is '%%MatrixMarket matrix coordinate FIELD SYMMETRY'");
        if (lower(words[1]) != "matrix")
            refuse("holds a " + quoted(words[1]) + "; only a matrix can be read");
        if (lower(words[2]) != "coordinate")
            refuse("the format is " + quoted(words[2]) +
                   "; only coordinate, that of sparse matrices, can be read");
        field_ = field(words[3]);
        symmetry_ = symmetry(words[4]);
        if (field_ == Field::pattern && symmetry_ == Symmetry::skew)
            refuse("a pattern has no signs, so it cannot be skew-symmetric");
    }

    Field field(std::string_view word) const {
        const std::string name = lower(word);
        if (name == "real") return Field::real;
        if (name == "integer") return Field::integer;
        if (name == "pattern") return Field::pattern;
        refuse("entries are " + quoted(word) + "; only real, integer and pattern can be read");
    }

    Symmetry symmetry(std::string_view word) const {
        const std::string name = lower(word);
        if (name == "general") return Symmetry::general;
        if (name == "symmetric") return Symmetry::symmetric;
        if (name == "skew-symmetric") return Symmetry::skew;
        refuse("the matrix is " + quoted(word) +
               "; only general, symmetric and skew-symmetric can be read");
    }

    void read_sizes() {
        auto line = next_line_with_words();
        while (line && line->front() == '%') line = next_line_with_words();
        if (!line) refuse("the file ends before the line of its sizes");
        const auto words = words_of(*line);
        if (words.size() != 3) refuse("the sizes are three numbers: rows, columns, entries");
        rows_ = side(words[0], "rows");
        columns_ = side(words[1], "columns");
        if (symmetry_ != Symmetry::general && rows_ != columns_)
            refuse("a symmetric matrix has as many rows as columns");
        announced_ = count(words[2]);
        sizes_line_ = number_;
    }

    int side(std::string_view word, const char* what) const {
        const long long value = whole(word);
        if (value < 1 || value > most_matrix_side)
            refuse(quoted(word) + " " + what + ": 1 to " + std::to_string(most_matrix_side) +
                   " can be read");
        return static_cast<int>(value);
    }

    /// An entry takes "1 1" and a line's end, and with a value two more characters. A file that
    /// announces more entries than it can contain is refused before memory is allocated.
    int count(std::string_view word) const {
        const long long value = whole(word);
        const std::size_t least = field_ == Field::pattern ? 4 : 6;
        if (value < 0) refuse(quoted(word) + " entries");
        if (static_cast<unsigned long long>(value) > (rest_.size() + 1) / least)
            refuse(quoted(word) + " entries: the file is too short for them");
        if (value > (1 << 29)) refuse(quoted(word) + " entries: at most 2^29 can be read");
        return static_cast<int>(value);
    }

    long long whole(std::string_view word) const {
        const std::string_view digits = word.starts_with('+') ? word.substr(1) : word;
        long long value = 0;
        const auto [end, error] =
            std::from_chars(digits.data(), digits.data() + digits.size(), value);
        if (error == std::errc::result_out_of_range) refuse(quoted(word) + " is too large");
        if (error != std::errc{} || end != digits.data() + digits.size())
            refuse(quoted(word) + " is not a whole number");
        return value;
    }

    void read_entries() {
        const bool expands = symmetry_ != Symmetry::general;
        entries_.reserve(static_cast<std::size_t>(announced_) * (expands ? 2 : 1));
        int read = 0;
        while (const auto line = next_line_with_words()) {
            if (line->front() == '%') refuse("a comment among the entries");
            if (read == announced_)
                refuse("more entries than the " + std::to_string(announced_) + " of line " +
                       std::to_string(sizes_line_));
            read_entry(*line);
            ++read;
        }
        if (read < announced_)
            refuse("the file ends after " + std::to_string(read) + " of " +
                   std::to_string(announced_) + " entries");
    }

    void read_entry(std::string_view line) {
        const auto words = words_of(line);
        if (words.size() != (field_ == Field::pattern ? 2u : 3u))
            refuse(field_ == Field::pattern ? "an entry is its row and its column"
                                            : "an entry is its row, its column and its value");
        const Entry entry{index(words[0], "row", rows_), index(words[1], "column", columns_),
                          field_ == Field::pattern ? 1.0f : value(words[2])};
        entries_.push_back(entry);
        if (symmetry_ == Symmetry::general) return;
        if (entry.column > entry.row)
            refuse("above the diagonal: of a symmetric matrix a file holds the lower triangle");
        if (entry.column < entry.row)
            entries_.push_back({entry.column, entry.row,
                                symmetry_ == Symmetry::skew ? -entry.value : entry.value});
        else if (symmetry_ == Symmetry::skew)
            refuse("on the diagonal, where a skew-symmetric matrix is zero");
    }

    /// Indices in files begin with 1.
    int index(std::string_view word, const char* what, int size) const {
        const long long value = whole(word);
        if (value < 1 || value > size)
            refuse(std::string(what) + ' ' + std::to_string(value) + " of a matrix with " +
                   std::to_string(size) + ' ' + what + (size == 1 ? "" : "s") +
                   (value == 0 ? ": counted from 1" : ""));
        return static_cast<int>(value - 1);
    }

    float value(std::string_view word) const {
        if (field_ == Field::integer) {
            const long long value = whole(word);
            if (value < -largest_exact || value > largest_exact)
                refuse(quoted(word) + " is not a whole number that a float holds exactly");
            return static_cast<float>(value);
        }
        const std::string_view digits = word.starts_with('+') ? word.substr(1) : word;
        double value = 0;
        const auto [end, error] =
            std::from_chars(digits.data(), digits.data() + digits.size(), value);
        if (error == std::errc::invalid_argument || end != digits.data() + digits.size() ||
            (error == std::errc{} && !std::isfinite(value)))
            refuse(quoted(word) + " is not a number");
        const auto rounded = static_cast<float>(value);
        if (error == std::errc::result_out_of_range || !std::isfinite(rounded) ||
            (rounded == 0 && value != 0))
            refuse(quoted(word) + " does not fit a float");
        return rounded;
    }

    std::string_view rest_;
    int number_ = 0, sizes_line_ = 0;
    Field field_ = Field::real;
    Symmetry symmetry_ = Symmetry::general;
    int rows_ = 0, columns_ = 0, announced_ = 0;
    std::vector<Entry> entries_;
};

}  // namespace

Csr read_matrix_market(std::string_view text) {
    return Reader(text).read();
}

}  // namespace runner
