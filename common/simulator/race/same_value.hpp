// Two unordered writes of the same value are a lesser offence than two of different values. The
// hook runs before the store, so the verdict waits until the checker is next called: then memory
// shows what was stored over what the other thread had left there.
#pragma once

#include "simulator/race/access.hpp"
#include "simulator/race/pending_findings.hpp"

namespace cusim::race {

void await_value(const Access& access, const FindingKey& key, report::Finding finding, Apart apart);
// Called at the head of everything that could run after the store.
void settle_same_value();

}  // namespace cusim::race
