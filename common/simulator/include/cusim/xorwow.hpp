// The part of cuRAND's XORWOW generator that is too large for a header: advances its five words of
// state by many steps at once.
#pragma once

namespace cusim::detail {

// Applies the generator's linear step `steps` times 2^power times to the five words. `power`: 0 or
// 67.
void skip_xorwow(unsigned int* words, unsigned long long steps, unsigned int power);

}  // namespace cusim::detail
