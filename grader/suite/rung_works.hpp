// What the work that cases measure leaves of the points of the other cases on their rungs
// (score/work_gate.hpp).
#pragma once

#include <map>
#include <string>

#include "score/message.hpp"
#include "suite/case_results.hpp"
#include "suite/registry.hpp"

namespace grader::suite {

struct RungWork {
    double share = 1;            // of its points, that the work earns
    std::string words = {};      // "takes 37 times what is enough"
    std::string function = {};   // the function with that work; empty if unknown
    score::Lines how = {};       // to see it
    bool of_whole_rung = false;  // also of the case that has measured it
};

class RungWorks {
  public:
    /// Of several calls of a case, the smallest share counts.
    void note(const Registration& measured_by, const RungWork& work);
    void forget(const Registration& measured_by) { works_.erase(&measured_by); }

    /// The smallest share that another case of the rung has measured.
    RungWork least_beside(const Registration& registration, const CaseResults& results) const;

  private:
    std::map<const Registration*, RungWork> works_;  // by the case that measured
};

}  // namespace grader::suite
