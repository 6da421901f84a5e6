// The student's source as tokens, so that advice can use what is written there. It is read from the
// original file, and has no types. What is not understood is left out, so that nothing is concluded
// from it. A macro that indexes an array, such as `#define A(i, j) a[(i) * n + (j)]`, stands for
// what its call means; other macros stay as they are written.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "simulator/report/findings/resolve.hpp"

namespace cusim::report {

struct SourceToken {
    std::string_view text;
    int line = 0;

    bool is(std::string_view spelling) const { return text == spelling; }
    bool is_name() const;
};

// Tokens [begin, end).
struct TokenSpan {
    std::size_t begin = 0, end = 0;

    bool empty() const { return begin >= end; }
    bool has(std::size_t at) const { return begin <= at && at < end; }
};

class SourceTokens {
  public:
    explicit SourceTokens(std::string text);
    SourceTokens(const SourceTokens&) = delete;
    SourceTokens& operator=(const SourceTokens&) = delete;

    std::size_t size() const { return tokens_.size(); }
    const SourceToken& operator[](std::size_t at) const { return tokens_[at]; }
    bool is(std::size_t at, std::string_view spelling) const {
        return at < tokens_.size() && tokens_[at].is(spelling);
    }
    // The bracket that closes the one at `open`; size() if there is none.
    std::size_t closing(std::size_t open) const;
    // The first `;` from `at` on; `end` if there is none before it.
    std::size_t semicolon(std::size_t at, std::size_t end) const;
    // The parenthesis that opens what the one at `close` closes; size() if there is none.
    std::size_t opening(std::size_t close) const;
    // Whether what stands before is the end of a statement, of a condition or of a block's head, or
    // a cast to void that begins a statement.
    bool begins_statement(std::size_t at) const;
    // What stands between the commas within the brackets that open at `open`; one empty span in
    // `()`.
    std::vector<TokenSpan> arguments(std::size_t open) const;
    // The text as written, but on one line.
    std::string spelling(TokenSpan span) const;
    // The values of macros such as `#define NAME 64`.
    const std::map<std::string, long, std::less<>>& macros() const { return macros_; }

  private:
    struct IndexingMacro {
        std::vector<std::string_view> parameters, body;
    };

    void read_directive(std::string_view directive);
    void read_macro(const std::vector<std::string_view>& words);
    void expand_macros();

    std::string text_;
    std::vector<SourceToken> tokens_;
    std::map<std::string_view, IndexingMacro> indexing_macros_;  // without body: several meanings
    std::map<std::string, long, std::less<>> macros_;
};

// The sources of a module loaded at run time are in source/ beside the module.
void look_for_sources_beside(const std::string& module);

// The file that contains the place: from the path in the debug information, or from source/ beside
// the running program or a module. nullptr if it is in neither.
const SourceTokens* source_of(const Place& place);

}  // namespace cusim::report
