// An asm statement of device code becomes C++ on the line where it begins:
//
//     asm("add.u32 %0, %1, 1;" : "=r"(y) : "r"(x));
//     do { unsigned int __cusim_ptx_0; unsigned int __cusim_ptx_1 =
//         ::cusim::ptx::input<unsigned int>(x); …; ::cusim::ptx::output(y, __cusim_ptx_0); } while
//         (0);
//
// What ptx.hpp cannot translate is refused, and the message quotes the instruction. An asm
// statement without instructions and operands, which is a barrier for the compiler, is not changed.
#include <algorithm>

#include "simulator/simcc/ptx/ptx.hpp"
#include "simulator/simcc/translator/passes.hpp"

namespace cusim::simcc {
namespace {

bool is_asm(const Token& token) {
    return token.is("asm") || token.is("__asm__") || token.is("__asm");
}

/// The text of a string literal; false for one with a prefix other than R.
bool append_text(std::string_view literal, std::string& out) {
    if (literal.starts_with("R\"")) {
        const std::size_t open = literal.find('('), close = literal.rfind(')');
        if (open == literal.npos || close == literal.npos) return false;
        out += literal.substr(open + 1, close - open - 1);
        return true;
    }
    if (!literal.starts_with('"') || !literal.ends_with('"')) return false;
    for (std::size_t i = 1; i + 1 < literal.size(); ++i) {
        if (literal[i] != '\\') {
            out += literal[i];
            continue;
        }
        const char escaped = literal[++i];
        out += escaped == 'n' || escaped == 'r' ? '\n' : escaped == 't' ? ' ' : escaped;
    }
    return true;
}

struct Operand {
    char kind = 0;  ///< r, l, h, f, d or n
    bool read = true, written = false;
    TokenRange expression;
};

std::string_view register_type(char kind) {
    switch (kind) {
        case 'h':
            return "unsigned short";
        case 'r':
            return "unsigned int";
        case 'l':
            return "unsigned long long";
        case 'f':
            return "float";
        case 'd':
            return "double";
        default:
            return "";
    }
}

class Statement {
  public:
    Statement(Context& context, std::size_t keyword) : context_(context), keyword_(keyword) {}

    void translate() {
        if (!read()) {
            refuse(keyword_, "inline assembly of this form");
            return;
        }
        if (only_for_the_compiler()) return;
        const PtxTranslation code = translate_ptx(text_);
        if (!code.refused.empty()) {
            refuse(token_at(code.offset), "inline PTX: " + code.refused);
            return;
        }
        replace(code.text);
    }

  private:
    void refuse(std::size_t token, const std::string& what) {
        context_.complain(context_.token(token), Severity::error, "unsupported: " + what);
    }

    bool only_for_the_compiler() const {
        return operands_.empty() && text_.find_first_not_of(" \t\n;") == text_.npos;
    }

    std::size_t token_at(std::size_t offset) const {
        std::size_t token = keyword_;
        for (const auto& [begin, index] : pieces_)
            if (begin <= offset) token = index;
        return token;
    }

    bool read() {
        std::size_t i = keyword_ + 1;
        while (context_.is(i, "volatile") || context_.is(i, "__volatile__") ||
               context_.is(i, "__volatile"))
            ++i;
        close_ = context_.is(i, "(") ? context_.brackets.partner(i) : none;
        if (close_ == none || !context_.is(close_ + 1, ";")) return false;
        for (++i; context_.token(i).kind == TokenKind::string; ++i) {
            pieces_.emplace_back(text_.size(), i);
            if (!append_text(context_.token(i).text, text_)) return false;
        }
        return read_operands(i);
    }

    /// `: outputs : inputs : clobbers`; a `::` token counts as two colons.
    bool read_operands(std::size_t i) {
        for (int section = 0; i < close_;) {
            if (context_.is(i, ":") || context_.is(i, "::")) {
                section += context_.is(i, "::") ? 2 : 1;
                ++i;
            } else if (context_.is(i, ",")) {
                ++i;
            } else if (section == 3) {
                ++i;  // clobbers: nothing is kept in registers over the statement
            } else {
                if (section == 0 || section > 3 || !read_operand(i, section == 1)) return false;
            }
        }
        return true;
    }

    bool read_operand(std::size_t& i, bool output) {
        std::string constraint;
        if (context_.token(i).kind != TokenKind::string ||
            !append_text(context_.token(i).text, constraint) || !context_.is(i + 1, "("))
            return false;
        const std::size_t close = context_.brackets.partner(i + 1);
        if (close == none) return false;
        Operand operand;
        operand.written = output;
        operand.read = !output || constraint.starts_with('+');
        std::erase_if(constraint, [](char c) { return c == '=' || c == '+' || c == '&'; });
        if (constraint.size() != 1) return false;
        operand.kind = constraint[0];
        operand.expression = {i + 2, close};
        if (operand.kind != 'n' && register_type(operand.kind).empty()) return false;
        operands_.push_back(operand);
        i = close + 1;
        return true;
    }

    void replace(const std::string& code) {
        Pieces pieces = {{"do { ", {}}};
        for (std::size_t n = 0; n < operands_.size(); ++n) declare(pieces, n);
        pieces.push_back({code, {}});
        for (std::size_t n = 0; n < operands_.size(); ++n) {
            if (!operands_[n].written) continue;
            pieces.push_back({"::cusim::ptx::output(", operands_[n].expression});
            pieces.push_back({", " + ptx_operand(n) + "); ", {}});
        }
        pieces.push_back({"} while (0)", {}});
        context_.edits.move_away({keyword_ + 1, close_ + 1});
        context_.edits.erase(keyword_);
        context_.edits.insert_before(keyword_, std::move(pieces));
    }

    void declare(Pieces& pieces, std::size_t n) const {
        const Operand& operand = operands_[n];
        if (operand.kind == 'n') {
            pieces.push_back(
                {"constexpr long long " + ptx_operand(n) + " = (long long)(", operand.expression});
            pieces.push_back({"); ", {}});
            return;
        }
        const std::string type(register_type(operand.kind));
        const std::string declaration = "[[maybe_unused]] " + type + " " + ptx_operand(n);
        if (!operand.read) {
            pieces.push_back({declaration + "; ", {}});
            return;
        }
        pieces.push_back(
            {declaration + " = ::cusim::ptx::input<" + type + ">(", operand.expression});
        pieces.push_back({"); ", {}});
    }

    Context& context_;
    std::size_t keyword_;
    std::size_t close_ = none;
    std::string text_;
    std::vector<std::pair<std::size_t, std::size_t>> pieces_;  ///< offset in text_, token
    std::vector<Operand> operands_;
};

}  // namespace

void translate_assembly(Context& context) {
    for (std::size_t i = 0; i < context.source.tokens.size(); ++i) {
        const Token& token = context.token(i);
        if (token.kind == TokenKind::identifier && is_asm(token) && context.in_device_code(i))
            Statement(context, i).translate();
    }
}

}  // namespace cusim::simcc
