// The part of cuRAND's XORWOW generator that is too large for a header: how its five words of state
// move on by many steps at once.
#pragma once

namespace cusim::detail {

// Applies the linear step of the generator `steps` times 2^power to the five words, power 0 or 67.
void skip_xorwow(unsigned int* words, unsigned long long steps, unsigned int power);

}  // namespace cusim::detail
