// <cub/util_macro.cuh> on the simulator: see cub/detail/common.h.
#pragma once

#include <cub/detail/common.h>
