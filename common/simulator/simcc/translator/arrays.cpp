// Arrays that nvcc refuses and g++ would take: those of device code whose size is known only at run
// time, and `extern __shared__` arrays of one name and several types, which are one variable to
// nvcc.
//
// Found from the spelling alone: types are words of the language, sizes parameters, local variables
// that are not const, or numbers of the launch.
#include <array>
#include <map>
#include <optional>
#include <string>

#include "simulator/simcc/tokens/parameters.hpp"
#include "simulator/simcc/tokens/words.hpp"
#include "simulator/simcc/translator/passes.hpp"

namespace cusim::simcc {
namespace {

constexpr std::array<std::string_view, 9> type_words = {
    "float", "double", "int", "char", "short", "long", "unsigned", "signed", "bool"};
constexpr std::array<std::string_view, 4> launch_numbers = {"threadIdx", "blockIdx", "blockDim",
                                                            "gridDim"};

class Arrays {
  public:
    explicit Arrays(Context& context) : context_(context) {}

    void refuse() {
        for (const DeviceBody& body : context_.device_bodies)
            if (!body.also_host && context_.from_user(context_.token(body.range.begin)))
                look_at(body);
        for (const Declaration& declaration : context_.declarations)
            if (is_dynamic(declaration)) look_at(declaration);
    }

  private:
    bool is(std::size_t i, std::string_view spelling) const { return context_.is(i, spelling); }
    bool is_type_word(std::size_t i) const { return among(type_words, context_.token(i).text); }
    bool is_name(std::size_t i) const {
        return context_.token(i).kind == TokenKind::identifier && !is_type_word(i);
    }

    /// `T name[size]`, at its type's last word.
    void look_at(const DeviceBody& body) {
        for (std::size_t i = body.range.begin; i + 2 < body.range.end; ++i) {
            if (!is_type_word(i) || !is_name(i + 1) || !is(i + 2, "[")) continue;
            if (const std::size_t size = varying_size(i + 2, body); size != none)
                complain(i + 1, size);
        }
    }

    /// The first name in the sizes that is no constant.
    std::size_t varying_size(std::size_t open, const DeviceBody& body) const {
        while (is(open, "[") && context_.brackets.partner(open) != none) {
            const std::size_t close = context_.brackets.partner(open);
            for (std::size_t at = open + 1; at < close; ++at)
                if (varies(at, body)) return at;
            open = close + 1;
        }
        return none;
    }

    void complain(std::size_t array, std::size_t size) {
        context_.complain(context_.token(array), Severity::error,
                          "the size of an array in device code is a constant, and " +
                              std::string(context_.token(size).text) +
                              " is known only when the kernel runs: make it constexpr or a "
                              "template parameter, or use an extern __shared__ array, whose bytes "
                              "the launch states");
    }

    bool varies(std::size_t at, const DeviceBody& body) const {
        if (context_.token(at).kind != TokenKind::identifier) return false;
        for (const std::string_view before : {".", "->", "::"})
            if (is(at - 1, before)) return false;
        if (is(at - 1, "(") && (is(at - 2, "sizeof") || is(at - 2, "decltype"))) return false;
        if (among(launch_numbers, context_.token(at).text)) return true;
        return is_local(at, body) || is_parameter(at, body);
    }

    bool is_parameter(std::size_t at, const DeviceBody& body) const {
        for (const Parameter& parameter :
             read_parameters(context_.source, context_.brackets, body.parameters))
            if (parameter.name != none && is(parameter.name, context_.token(at).text))
                return !is_declared(at, body);
        return false;
    }

    /// Whether a local declaration, of whatever type, may hide a parameter.
    bool is_declared(std::size_t at, const DeviceBody& body) const {
        for (std::size_t i = body.range.begin + 1; i < at; ++i)
            if (is(i, context_.token(at).text) && (is_name(i - 1) || is_type_word(i - 1)))
                return true;
        return false;
    }

    /// `int n = …;` in a block around `at`, the statement's first word being the type.
    bool is_local(std::size_t at, const DeviceBody& body) const {
        for (std::size_t i = body.range.begin + 2; i < at; ++i) {
            if (!is(i, context_.token(at).text) || !is(i + 1, "=") || !is_type_word(i - 1))
                continue;
            const bool begins = is(i - 2, ";") || is(i - 2, "{") || is(i - 2, "}");
            const std::size_t block = context_.brackets.enclosing_brace(i);
            if (begins && block != none && context_.brackets.partner(block) > at) return true;
        }
        return false;
    }

    bool is_dynamic(const Declaration& declaration) const {
        return declaration.kind == DeclarationKind::variable &&
               contains(context_.source, declaration.type, "__shared__") &&
               contains(context_.source, declaration.type, "extern") &&
               context_.from_user(context_.token(declaration.specifiers)) &&
               !in_template(declaration);
    }

    bool in_template(const Declaration& declaration) const {
        for (const Declaration& around : context_.declarations)
            if (around.body != none && around.body < declaration.begin &&
                declaration.begin < around.end && around.is_template())
                return true;
        // A method's class may be a template.
        for (std::size_t brace = context_.brackets.enclosing_brace(declaration.begin);
             brace != none; brace = context_.brackets.enclosing_brace(brace))
            for (std::size_t i = brace; i > 0 && !is(i, ";") && !is(i, "}"); --i)
                if (is(i, "struct") || is(i, "class")) return true;
        return false;
    }

    /// The type if all of its words are the language's.
    std::optional<std::string> plain_type(const Declaration& declaration) const {
        std::string type;
        for (std::size_t i = declaration.type.begin; i < declaration.type.end; ++i) {
            if (is(i, "extern") || is(i, "__shared__") || is(i, "volatile")) continue;
            if (!is_type_word(i)) return std::nullopt;
            type += (type.empty() ? "" : " ") + std::string(context_.token(i).text);
        }
        return type;
    }

    void look_at(const Declaration& declaration) {
        const auto type = plain_type(declaration);
        if (!type || declaration.declarators.size() != 1) return;
        const Declarator& declarator = declaration.declarators[0];
        if (is(declarator.tokens.begin, "*")) return;
        const Token& name = context_.token(declarator.name);
        const auto [first, fresh] = dynamic_.try_emplace(name.text, *type, name.line);
        if (fresh || first->second.first == *type) return;
        context_.complain(name, Severity::error,
                          "extern __shared__ arrays of one name are one variable to nvcc, and " +
                              std::string(name.text) + " is of " + first->second.first +
                              " on line " + std::to_string(first->second.second) +
                              ", and here of " + *type + ": give them two names");
    }

    Context& context_;
    std::map<std::string_view, std::pair<std::string, unsigned>> dynamic_;
};

}  // namespace

void refuse_wrong_arrays(Context& context) {
    Arrays(context).refuse();
}

}  // namespace cusim::simcc
