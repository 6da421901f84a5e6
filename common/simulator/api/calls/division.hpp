// Integer divisions that fault on the processor but not on a device: by zero, or with a quotient
// that does not fit. A device continues, with all bits of the result set, or with the dividend as
// the quotient.
#pragma once

#include <ucontext.h>

namespace cusim::api {

// If the interrupted instruction is such a division, gives it the result that it has on a device,
// moves the context behind it, and returns true.
bool carry_out_division(ucontext_t& context);

}  // namespace cusim::api
