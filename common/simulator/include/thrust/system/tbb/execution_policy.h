// <thrust/system/tbb/execution_policy.h> on the simulator: see thrust/detail/execution.h.
#pragma once

#include <thrust/detail/execution.h>
