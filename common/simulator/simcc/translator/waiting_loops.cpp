// Finds lines of device code that wait in a loop for a store by another thread. The race detector
// needs them: a thread that finds its flag set at the first read is not seen to read again.
//
// These lines are the condition of a `while`, and all of a short loop that does not count: `do`,
// `while (true)`, `for (;;)`.
#include "simulator/simcc/translator/passes.hpp"

namespace cusim::simcc {
namespace {

constexpr unsigned longest_wait = 8;  // lines; a longer loop does work

struct Lines {
    std::string file;  // must be a string literal
    unsigned first, last;
};

class Finder {
  public:
    explicit Finder(const Context& context) : context_(context) {}

    std::vector<Lines> run() {
        for (const DeviceBody& body : context_.device_bodies)
            for (std::size_t i = body.range.begin + 1; i < body.range.end; ++i) loop_at(i);
        return std::move(found_);
    }

  private:
    void loop_at(std::size_t i) {
        if (context_.is(i, "do") && context_.is(i + 1, "{")) return add_short(i + 1);
        const bool is_while = context_.is(i, "while");
        if ((!is_while && !context_.is(i, "for")) || !context_.is(i + 1, "(")) return;
        const std::size_t close = context_.brackets.partner(i + 1);
        if (close == none) return;
        if (is_while) add(i, close);
        if (is_endless(i + 2, close) && context_.is(close + 1, "{")) add_short(close + 1);
    }

    bool is_endless(std::size_t begin, std::size_t end) const {
        if (end == begin + 1) return context_.is(begin, "true") || context_.is(begin, "1");
        return end == begin + 2 && context_.is(begin, ";") && context_.is(begin + 1, ";");
    }

    void add_short(std::size_t brace) {
        const std::size_t close = context_.brackets.partner(brace);
        if (close == none) return;
        if (context_.token(close).line - context_.token(brace).line <= longest_wait)
            add(brace, close);
    }

    void add(std::size_t first, std::size_t last) {
        const Token &one = context_.token(first), &other = context_.token(last);
        if (one.file != other.file || one.line > other.line) return;  // inside a macro's argument
        found_.push_back({context_.file_literal(one), one.line, other.line});
    }

    const Context& context_;
    std::vector<Lines> found_;
};

}  // namespace

void find_waiting_loops(Context& context) {
    if (context.source.tokens.empty()) return;
    std::string text;
    for (const Lines& lines : Finder(context).run())
        text += "static const ::cusim::WaitingLoop __cusim_loop" +
                std::to_string(context.next_id++) + "(" + lines.file + ", " +
                std::to_string(lines.first) + ", " + std::to_string(lines.last) + ");";
    if (!text.empty())
        context.edits.insert_after(context.source.tokens.size() - 1, {{" " + text, {}}});
}

}  // namespace cusim::simcc
