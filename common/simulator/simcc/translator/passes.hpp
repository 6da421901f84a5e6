// What the passes of the translator share, and the passes in the order in which they run.
//
// Each pass handles one construct: it reads the tokens, which never change, and adds edits. No pass
// depends on the edits of another, except that copies of a range contain the edits made inside it.
#pragma once

#include <string>
#include <vector>

#include "simulator/simcc/tokens/brackets.hpp"
#include "simulator/simcc/tokens/declaration.hpp"
#include "simulator/simcc/tokens/edits.hpp"
#include "simulator/simcc/tokens/lexer.hpp"
#include "simulator/simcc/translator/translation.hpp"

namespace cusim::simcc {

/// The body of a function or lambda that runs on the device.
struct DeviceBody {
    TokenRange range;  ///< from '{' to '}', both included
    TokenRange parameters;
    bool also_host = false;
};

struct Context {
    Context(std::string_view text, const TranslationOptions& options);

    const Token& token(std::size_t i) const { return source.tokens[i]; }
    bool is(std::size_t i, std::string_view spelling) const;
    bool in_device_code(std::size_t i) const;
    bool at_namespace_scope(std::size_t i) const;
    /// False for system headers and the simulator's own.
    bool from_user(const Token& token) const;
    /// The spelling of the tokens, on one line, for names and messages.
    std::string spelling(TokenRange range) const;
    std::string file_literal(const Token& token) const;  ///< quoted and escaped
    void complain(const Token& token, Severity severity, std::string message);

    const TranslationOptions& options;
    Tokens source;
    Brackets brackets;
    Edits edits;
    std::vector<Declaration> declarations;
    std::vector<DeviceBody> device_bodies;
    Translation result;
    unsigned next_id = 0;  ///< numbers the names that the translator makes
};

void find_declarations(Context&);       ///< fills declarations and device_bodies
void translate_kernels(Context&);       ///< __global__ definitions
void translate_launches(Context&);      ///< k<<<…>>>(…)
void translate_shared(Context&);        ///< __shared__ variables
void translate_symbols(Context&);       ///< __device__, __constant__, __managed__ variables
void translate_qualifiers(Context&);    ///< removes or replaces words that g++ does not know
void translate_host_addresses(Context&);  ///< of device functions
void translate_assembly(Context&);      ///< inline PTX
void find_waiting_loops(Context&);      ///< which lines wait for another thread
void find_virtual_functions(Context&);  ///< whether there are any
void refuse_unsupported(Context&);      ///< textures, graphs, …
void refuse_wrong_launches(Context&);   ///< forgotten __global__ or <<<…>>>, and similar errors
void refuse_wrong_arguments(Context&);  ///< host lambdas and containers given to kernels
void refuse_captures(Context&);         ///< of variables by reference, in device lambdas
void refuse_wrong_arrays(Context&);     ///< sizes at run time, one name of two types
void refuse_wrong_side(Context&);       ///< host functions in device code, and the reverse

}  // namespace cusim::simcc
