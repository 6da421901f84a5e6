// A call that fails where others came before it, and is right in a program of its own: whether an
// earlier call is the cause, or something that no call sets and that differs from run to run.
#pragma once

#include <functional>
#include <optional>

#include "suite/calls/answer.hpp"
#include "suite/calls/call.hpp"

namespace grader::suite {

/// Of a value, or a failure, that differs in two runs of the program with the same calls.
score::Lines another_result_in_another_run();

/// What a failed call is told that passes where no other call came before it. An earlier call is
/// the cause if the same calls, repeated in another program, fail in the same way. Nothing if the
/// call fails alone, too, or if this cannot be found out. `made`: what came back, if anything did.
score::Lines words_on_earlier_calls(const Call& call, const std::optional<Outcome>& made,
                                    const CaseFailed& failure,
                                    const std::function<void(const Outcome&)>& judge);

}  // namespace grader::suite
