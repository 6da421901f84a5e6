// Why a call of the runtime API is refused: "invalid argument" does not say which one.
#pragma once

#include <string>

#include "cusim/driver_types.hpp"

namespace cusim::api {

// Notes the reason, a clause, for the call at `pc`: the program learns of the error by itself.
// Returns `error`.
cudaError_t refuse_call(cudaError_t error, const std::string& reason, const void* pc,
                        const char* name = __builtin_FUNCTION());

}  // namespace cusim::api
