// <cub/util_cpp_dialect.cuh> on the simulator: see cub/detail/common.h.
#pragma once

#include <cub/detail/common.h>
