// Reads the subscript of a finding's access from the source, with the values of its variables in
// the thread that made it. The result is checked against the finding: the subscript must evaluate
// to the index, and no condition at this place may exclude the thread.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "simulator/report/findings/settled.hpp"
#include "simulator/report/source/helper_call.hpp"
#include "simulator/report/source/line_reading.hpp"
#include "simulator/report/source/source_value.hpp"

namespace cusim::report {

// A variable of the subscript, and by how much the index grows with it.
struct IndexTerm {
    std::string name;
    TokenSpan at;  // its position in the subscript
    std::optional<long> value = {}, slope = {};
    bool of_thread = false;  // depends on threadIdx or blockIdx
};

struct IndexReading {
    const SourceTokens* tokens = nullptr;
    Flow flow;
    TokenSpan subscript;
    Values values;  // of all names in the subscript, sizes included; empty on the host
    std::vector<IndexTerm> terms;  // the steepest first
    std::vector<Bound> bounds;     // from the conditions at this place
    std::shared_ptr<const Evaluator> evaluator;
    // Where the subscript is in a helper function.
    std::optional<HelperCall> call;
    // The value of an unknown variable was chosen to give the index.
    bool is_guess = false;
    // How much further behind it the index is than the subscript says: for `float* p = &A[i];`,
    // that is 1 in `p[1]`, and the subscript is `i`.
    long rest = 0;
    // What the launch hands to the kernel.
    std::vector<Pointer> pointers;
    // The index as computed, where it exceeds an int, which has wrapped it.
    std::optional<long> before_overflow;

    // Whether the part depends on "threadIdx" or "blockIdx", directly or through local variables.
    bool depends_on(std::string_view number, TokenSpan part) const;
    std::string spelled(TokenSpan span) const { return tokens->spelling(span); }
    std::optional<long> value(TokenSpan span) const { return evaluator->value(span, values); }
    // A variable in shared memory on which the index depends and which other threads set; nullopt
    // if there is none.
    std::optional<std::string> shared_variable() const;
    // What the index would be if the variable had this value.
    std::optional<long> index_with(const std::string& variable, long value) const;
};

std::optional<IndexReading> read_index(const Settled& settled);

// The subscripts of the finding's variable on its line, without values for the names in them.
std::vector<IndexReading> unread_indices(const Settled& settled);
IndexReading unread_index(const Settled& settled, const SourceTokens& tokens, TokenSpan subscript);

// What is known in the finding's thread at this place of its kernel: arguments that the kernel does
// not change, and built-in variables.
Values values_in_kernel(const Settled& settled, const SourceTokens& tokens, const Flow& flow);

}  // namespace cusim::report
