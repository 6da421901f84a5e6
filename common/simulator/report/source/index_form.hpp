// The form of a subscript, for the rules: the bounds and factors of its variables, and the name of
// a number in the launch.
#pragma once

#include <string>
#include <vector>

#include "simulator/report/source/index_reading.hpp"

namespace cusim::report {

class IndexForm {
  public:
    IndexForm(const IndexReading& reading, const Finding& finding);

  protected:
    const SourceTokens& tokens() const { return *r_.tokens; }
    // The bound whose smaller side is this variable alone.
    const Bound* bound_of(const std::string& variable) const;
    // The factor of the row's variable, as written; empty if the subscript does not have that form.
    std::string factor_of(const std::string& variable) const;
    // Such as "`i < n` on line 7".
    std::string placed(const Bound& bound) const;
    // The same, with the value of its larger side.
    std::string with_size(const Bound& bound, long limit) const;
    // The names of the launch's arguments with this value.
    std::vector<std::string> names_of(long value) const;
    // The name; the digits if there is none, or several.
    std::string named(long value) const;
    // Whether the launch has no name, or several, for this value.
    bool named_digits(long value) const;
    // Such as "n (3)".
    std::string with_value(const std::string& name, long value) const;
    // Whether a condition contains the variable in a form that was not understood. In a helper, the
    // conditions at its call count, too.
    bool is_spoken_of(const IndexTerm& term) const;

    // The blocks of "gridDim", or the threads of "blockDim".
    long extent(const std::string& of) const;
    // As by `int i = blockIdx.x;`.
    bool is_number_of_block(const IndexTerm& term) const;
    // Whether the kernel declares the array, so that its size may be the mistake.
    bool is_of_the_kernel() const;
    // Whether the array may be one that the file allocates, too small.
    bool allocates_itself() const;

    // Terms with the same slope form one part: the rows, say, or the columns.
    struct Part {
        std::string name;
        long value = 0, slope = 0;
        bool unguarded = false;  // a thread's variable in no condition
    };
    // The steepest first. Empty if their slopes are not those of nested rows, or if two terms may
    // have the same slope by chance.
    std::vector<Part> parts() const;

    const IndexReading& r_;
    const Finding& f_;
    const bool on_host_;
    std::vector<std::string> plain_;  // the subscript's tokens, without casts
    // The terms of `p * S + q`; nullptr if the subscript has another form.
    const IndexTerm *row_ = nullptr, *column_ = nullptr;

  private:
    void leave_out_casts();
    bool is_spoken_of_at_call(const IndexTerm& term) const;
    bool is_plain_sum(const std::vector<const IndexTerm*>& terms) const;
};

}  // namespace cusim::report
