// <cub/util_device.cuh> on the simulator: see cub/util_debug.cuh.
#pragma once

#include <cub/util_debug.cuh>
