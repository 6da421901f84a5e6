// <thrust/set_operations.h> on the simulator: see thrust/detail/set_operations.h.
#pragma once

#include <thrust/detail/set_operations.h>
