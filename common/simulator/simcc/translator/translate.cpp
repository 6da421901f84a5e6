// Runs the passes and renders the result.
#include "simulator/simcc/translator/translate.hpp"

#include <algorithm>

#include "simulator/simcc/translator/passes.hpp"

namespace cusim::simcc {

bool Translation::refused() const {
    return std::any_of(diagnostics.begin(), diagnostics.end(),
                       [](const Diagnostic& d) { return d.severity == Severity::error; });
}

Translation translate(std::string_view preprocessed, const TranslationOptions& options) {
    Context context(preprocessed, options);
    find_declarations(context);
    translate_kernels(context);
    translate_launches(context);
    translate_shared(context);
    translate_symbols(context);
    translate_qualifiers(context);
    translate_host_addresses(context);
    translate_assembly(context);
    find_waiting_loops(context);
    find_virtual_functions(context);
    refuse_unsupported(context);
    refuse_wrong_launches(context);
    refuse_wrong_arguments(context);
    refuse_captures(context);
    refuse_wrong_arrays(context);
    refuse_wrong_side(context);
    context.result.text = context.edits.apply();
    std::stable_sort(context.result.diagnostics.begin(), context.result.diagnostics.end(),
                     [](const Diagnostic& a, const Diagnostic& b) {
                         return a.file == b.file && a.line < b.line;
                     });
    return std::move(context.result);
}

}  // namespace cusim::simcc
