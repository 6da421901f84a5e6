#include "cli/screen.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>

namespace grader::cli {

namespace {

constexpr std::size_t narrowest = 40, widest = 78;

std::string_view variable(const char* name) {
    const char* const value = std::getenv(name);
    return value ? value : "";
}

}  // namespace

bool can_rewrite() {
    const auto terminal = variable("TERM");
    return isatty(STDOUT_FILENO) && !terminal.empty() && terminal != "dumb";
}

bool colour_wanted() {
    return can_rewrite() && variable("NO_COLOR").empty();
}

std::size_t text_width() {
    winsize size{};
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return widest;
    return std::clamp<std::size_t>(size.ws_col, narrowest, widest);
}

}  // namespace grader::cli
