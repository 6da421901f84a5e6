// Unordered writes of the same value are only a warning. A hook runs before its store, so the
// verdict waits until the checker is called again: memory then shows whether the stored value
// equals what the other thread had stored.
#pragma once

#include "simulator/race/findings/pending_findings.hpp"
#include "simulator/race/shadow/access.hpp"

namespace cusim::race {

void await_value(const Access& access, const FindingKey& key, report::Finding finding, Apart apart);
// To be called first by everything that can run after the store.
void settle_same_value();

}  // namespace cusim::race
