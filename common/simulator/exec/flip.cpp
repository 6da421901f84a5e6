#include "simulator/exec/flip.hpp"

#include <fmt/format.h>

#include <charconv>

namespace cusim::exec {

namespace {

constexpr std::string_view prefix = "witness:", with_wait = ":wait";

std::string to_text(const NumberedAccess& access) {
    return fmt::format("{}.{}@{}", access.block, access.thread, access.number);
}

// Reads numbers and separators from the beginning of a text.
class Reader {
  public:
    explicit Reader(std::string_view text) : rest_(text) {}

    template <class Number>
    Reader& number(Number& into) {
        const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), into);
        good_ = good_ && error == std::errc{};
        rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
        return *this;
    }
    Reader& sign(char expected) {
        good_ = good_ && rest_.starts_with(expected);
        if (good_) rest_.remove_prefix(1);
        return *this;
    }
    Reader& access(NumberedAccess& into) {
        return number(into.block).sign('.').number(into.thread).sign('@').number(into.number);
    }
    // Reads a number after that separator, if there is one.
    Reader& number_behind(char sign, std::uint64_t& into) {
        return rest_.starts_with(sign) ? this->sign(sign).number(into) : *this;
    }
    bool is_done() const { return good_ && rest_.empty(); }

  private:
    std::string_view rest_;
    bool good_ = true;
};

}  // namespace

std::string to_text(const Flip& flip) {
    const std::string other = flip.is_of_two() ? fmt::format("+{}", flip.other_launch) : "";
    return fmt::format("{}{}{}:{}:{}{}", prefix, flip.launch, other, to_text(flip.late),
                       to_text(flip.early), flip.waits ? with_wait : "");
}

std::optional<Flip> parse_flip(std::string_view text) {
    if (!text.starts_with(prefix)) return std::nullopt;
    Flip flip;
    flip.waits = text.ends_with(with_wait);
    if (flip.waits) text.remove_suffix(with_wait.size());
    Reader reader{text.substr(prefix.size())};
    reader.number(flip.launch)
        .number_behind('+', flip.other_launch)
        .sign(':')
        .access(flip.late)
        .sign(':')
        .access(flip.early);
    const bool from_one = flip.launch > 0 && flip.late.number > 0 && flip.early.number > 0;
    const bool in_order = !flip.is_of_two() || flip.launch < flip.other_launch;
    return reader.is_done() && from_one && in_order ? std::optional{flip} : std::nullopt;
}

}  // namespace cusim::exec
