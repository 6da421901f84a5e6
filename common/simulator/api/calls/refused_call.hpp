// Explains why a call of the runtime API is refused, since "invalid argument" does not say which
// one.
#pragma once

#include <string>

#include "cusim/driver_types.hpp"

namespace cusim::api {

// Reports the reason, a clause, as a note for the call at `pc`: the program gets the error itself.
// Returns `error`.
cudaError_t refuse_call(cudaError_t error, const std::string& reason, const void* pc,
                        const char* name = __builtin_FUNCTION());

}  // namespace cusim::api
