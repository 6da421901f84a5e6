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
    // The names of the launch's arguments with this value.
    std::vector<std::string> names_of(long value) const;
    // The name; the digits if there is none, or several.
    std::string named(long value) const;
    // Such as "n (3)".
    std::string with_value(const std::string& name, long value) const;

    const IndexReading& r_;
    const Finding& f_;
    const bool on_host_;
    std::vector<std::string> plain_;  // the subscript's tokens, without casts
    // The terms of `p * S + q`; nullptr if the subscript has another form.
    const IndexTerm *row_ = nullptr, *column_ = nullptr;

  private:
    void leave_out_casts();
};

}  // namespace cusim::report
