#include "simulator/memory/runtime_data.hpp"

namespace cusim::memory {

constinit Region process_return_addresses{0, 0};
constinit Region callers_stack{0, 0};

}  // namespace cusim::memory
