#include "simulator/memory/runtime_data.hpp"

namespace cusim::memory {

constinit Region callers_stack{0, 0};

}  // namespace cusim::memory
