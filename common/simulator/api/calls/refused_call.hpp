// Explains why a call of the runtime API is refused, since "invalid argument" does not say which
// one.
#pragma once

#include <string>

#include "cusim/driver_types.hpp"

namespace cusim::api {

// Whether the running call is a statement, whose result the program drops.
bool does_nobody_read();

// Reports the reason, a clause, for the call at `pc`: as a note, since the program gets the error
// itself, unless it drops it. Returns `error`.
cudaError_t refuse_call(cudaError_t error, const std::string& reason, const void* pc,
                        const char* name = __builtin_FUNCTION());

}  // namespace cusim::api
