// For `atomicAdd(&hits[p], 1); if (hits[p] > most)`: the read may be meant to tell the thread what
// its own addition has found.
#pragma once

#include <string>

#include "simulator/report/findings/settled.hpp"

namespace cusim::report {

// Sentences that begin with a small letter, or empty. For a race of an atomic and another access.
std::string result_not_used(const Settled& settled);

// For `float sum = y[i]; … atomicAdd(&y[i], sum);`: a sentence, or empty.
std::string adds_what_it_read(const Settled& settled);

// For a plain read and an atomic that stores what is made of it, or a compare-and-swap whose result
// nothing looks at: complete sentences, or empty.
std::string stores_what_is_made_of_it(const Settled& settled);

// For a plain read whose value a compare-and-swap is then handed: complete sentences, or empty.
std::string compare_and_swap_words(const Settled& settled);

}  // namespace cusim::report
