#include "class/progress.hpp"

#include <fmt/format.h>

#include <ostream>

#include "class/marks.hpp"
#include "report/text.hpp"

namespace grader::classes {

Progress::Progress(std::ostream& out, bool terminal, std::size_t total)
    : out_(out), terminal_(terminal), total_(total) {}

Progress::~Progress() {
    if (terminal_ && done_) out_ << '\n' << std::flush;
}

std::string Progress::time_left() const {
    const auto taken = std::chrono::steady_clock::now() - begin_;
    const auto seconds = std::chrono::duration<double>(taken).count() *
                         static_cast<double>(total_ - done_) / static_cast<double>(done_);
    if (seconds < 90) return fmt::format("{:.0f} s", seconds);
    if (seconds < 5400) return fmt::format("{:.0f} min", seconds / 60);
    return fmt::format("{:.1f} h", seconds / 3600);
}

void Progress::done(const Attempt& attempt) {
    const std::lock_guard lock(mutex_);
    ++done_;
    refused_ += attempt.outcome == Outcome::refused;
    failed_ += attempt.outcome == Outcome::grader_failed;
    if (terminal_)
        out_ << fmt::format(
            "\r\x1b[K{}/{} graded, {} refused, grader failed {} times, about {} left", done_,
            total_, refused_, failed_, time_left());
    else
        out_ << fmt::format("{}/{} {} {}: {}\n", done_, total_, report::printable(attempt.student),
                            attempt.lab, mark_of(attempt));
    out_ << std::flush;
}

}  // namespace grader::classes
