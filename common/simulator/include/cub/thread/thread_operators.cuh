// <cub/thread/thread_operators.cuh> on the simulator: see cub/detail/common.h.
#pragma once

#include <cub/detail/common.h>
