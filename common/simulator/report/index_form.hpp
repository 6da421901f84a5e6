// The form of a subscript, as the rules ask for it: what its variables are bounded by and
// multiplied with, and what a number is called in the launch.
#pragma once

#include <string>
#include <vector>

#include "simulator/report/index_reading.hpp"

namespace cusim::report {

class IndexForm {
  public:
    IndexForm(const IndexReading& reading, const Finding& finding);

  protected:
    const SourceTokens& tokens() const { return *r_.tokens; }
    // The bound whose smaller side is that variable alone.
    const Bound* bound_of(const std::string& variable) const;
    // The size that the row's variable is multiplied by, as it is written; empty where the
    // subscript is not of that form.
    std::string factor_of(const std::string& variable) const;
    // "`i < n` on line 7"
    std::string placed(const Bound& bound) const;
    // The numbers of the launch that are `value`.
    std::vector<std::string> names_of(long value) const;
    // By name; the digits where none is, or several are.
    std::string named(long value) const;
    // "n (3)"
    std::string with_value(const std::string& name, long value) const;

    const IndexReading& r_;
    const Finding& f_;
    const bool on_host_;
    std::vector<std::string> plain_;  // the subscript's tokens, without casts
    // Of `p * S + q`, else nullptr.
    const IndexTerm *row_ = nullptr, *column_ = nullptr;

  private:
    void leave_out_casts();
};

}  // namespace cusim::report
