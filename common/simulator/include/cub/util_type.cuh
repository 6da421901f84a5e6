// <cub/util_type.cuh> on the simulator: see cub/detail/types.h.
#pragma once

#include <cub/detail/types.h>
