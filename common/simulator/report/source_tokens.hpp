// The student's source as tokens, for whoever explains a finding by what stands there: read as a
// reader would, without types, from the file as it was written. What is not understood is left
// out, so that nobody draws conclusions from it.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "simulator/report/resolve.hpp"

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
    // The bracket that closes the one at `open`; size() where none does.
    std::size_t closing(std::size_t open) const;
    // As it is written, but on one line.
    std::string spelling(TokenSpan span) const;
    // `#define NAME 64`.
    const std::map<std::string, long, std::less<>>& macros() const { return macros_; }

  private:
    void read_directive(std::string_view directive);

    std::string text_;
    std::vector<SourceToken> tokens_;
    std::map<std::string, long, std::less<>> macros_;
};

// Modules that are loaded while the program runs have their texts in source/ beside them.
void look_for_sources_beside(const std::string& module);

// Of the file in which the place lies: as it is known to the debugger, or as it lies in source/
// beside the running program or a module. nullptr where there is none.
const SourceTokens* source_of(const Place& place);

}  // namespace cusim::report
