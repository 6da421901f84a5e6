// The subscript of an access that a finding is about, read from the source, with what its
// variables were for the thread that made it. What is read is checked against the finding: the
// subscript must come to the index, and no condition on the way may say that the thread was not
// there.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "simulator/report/line_reading.hpp"
#include "simulator/report/settled.hpp"
#include "simulator/report/source_value.hpp"

namespace cusim::report {

// A variable of the subscript: by how much the index grows with it.
struct IndexTerm {
    std::string name;
    TokenSpan at;  // where it stands in the subscript
    std::optional<long> value, slope;
    bool of_thread = false;  // computed from threadIdx or blockIdx
};

struct IndexReading {
    const SourceTokens* tokens = nullptr;
    Flow flow;
    TokenSpan subscript;
    Values values;                 // of all names of the subscript, sizes too; empty on the host
    std::vector<IndexTerm> terms;  // the steepest first
    std::vector<Bound> bounds;     // what the way there says
    std::shared_ptr<const Evaluator> evaluator;
    // A variable of which nothing is known was taken to be what the index asks for.
    bool is_guess = false;

    // Whether "threadIdx" or "blockIdx" is in the part, be it by way of local variables.
    bool depends_on(std::string_view number, TokenSpan part) const;
    std::string spelled(TokenSpan span) const { return tokens->spelling(span); }
    std::optional<long> value(TokenSpan span) const { return evaluator->value(span, values); }
    // A variable in shared memory that the index is made of, which other threads set; or nothing.
    std::optional<std::string> shared_variable() const;
    // The index if the variable were another number.
    std::optional<long> index_with(const std::string& variable, long value) const;
};

std::optional<IndexReading> read_index(const Settled& settled);

// Where the line does not mean the memory that it came to, which may have no name in the launch: the
// access as one to the array that the text indexes, if its subscript comes to that address and no
// other one does.
std::optional<Settled> meant_access(const Settled& settled);

}  // namespace cusim::report
