// <cub/util_math.cuh> on the simulator: see cub/detail/common.h.
#pragma once

#include <cub/detail/common.h>
