// Integer divisions that the processor refuses and a device does not: by zero, or with a quotient
// that does not fit. A device goes on, with all bits of the result set, or with the dividend.
#pragma once

#include <ucontext.h>

namespace cusim::api {

// Whether the interrupted instruction is such a division. Then it is as if it had been carried out
// as on a device, and the context stands behind it.
bool carry_out_division(ucontext_t& context);

}  // namespace cusim::api
