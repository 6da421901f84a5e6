// Integer divisions that fault on the processor but not on a device: by zero, or with a quotient
// that does not fit. A device continues, with all bits of the result set, or with the dividend as
// the quotient.
#pragma once

#include <ucontext.h>

namespace cusim::api {

enum class CarriedOut { nothing, division_by_zero, division_that_does_not_fit };

// If the interrupted instruction is such a division, gives it the result that it has on a device,
// and moves the context behind it. Returns what it was.
CarriedOut carry_out_division(ucontext_t& context);

}  // namespace cusim::api
