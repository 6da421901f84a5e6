// Rendering copies the source between two edits as a whole.
#include "simulator/simcc/tokens/edits.hpp"

#include <iterator>
#include <utility>

namespace cusim::simcc {
namespace {

bool inside(TokenRange inner, TokenRange outer) {
    return outer.begin <= inner.begin && inner.end <= outer.end;
}

}  // namespace

void Edits::insert_before(std::size_t token, Pieces pieces) {
    auto& list = edits_[token].before;
    std::move(pieces.begin(), pieces.end(), std::back_inserter(list));
}

void Edits::insert_after(std::size_t token, Pieces pieces) {
    auto& list = edits_[token].after;
    std::move(pieces.begin(), pieces.end(), std::back_inserter(list));
}

void Edits::replace(std::size_t token, std::string text) {
    edits_[token].replaced = true;
    edits_[token].replacement = std::move(text);
}

void Edits::erase(TokenRange range) {
    for (std::size_t i = range.begin; i < range.end; ++i) erase(i);
}

void Edits::move_away(TokenRange range) {
    for (std::size_t i = range.begin; i < range.end; ++i) edits_[i].moved = range;
}

std::string Edits::apply() const {
    std::string out;
    out.reserve(source_.source.size() + source_.source.size() / 8);
    std::size_t copied = 0;
    for (const auto& [index, edit] : edits_) {
        const Token& token = source_.tokens[index];
        out += source_.source.substr(copied, token.offset - copied);
        if (edit.moved.empty()) append_edited(out, edit, token);
        copied = token.end();
    }
    out += source_.source.substr(copied);
    return out;
}

void Edits::append_edited(std::string& out, const Edit& edit, const Token& token) const {
    append(out, edit.before);
    out += edit.replaced ? std::string_view(edit.replacement) : token.text;
    append(out, edit.after);
}

void Edits::append(std::string& out, const Pieces& pieces) const {
    for (const Piece& piece : pieces) {
        out += piece.literal;
        append_copy(out, piece.copy);
    }
}

void Edits::append_copy(std::string& out, TokenRange range) const {
    for (std::size_t i = range.begin; i < range.end; ++i) {
        const Token& token = source_.tokens[i];
        if (i > range.begin && source_.tokens[i - 1].end() != token.offset) out += ' ';
        const auto found = edits_.find(i);
        if (found == edits_.end()) {
            out += token.text;
            continue;
        }
        const Edit& edit = found->second;
        if (edit.moved.empty() || inside(range, edit.moved)) append_edited(out, edit, token);
    }
}

}  // namespace cusim::simcc
