// <cub/device/device_segmented_reduce.cuh> on the simulator: see cub/device/device_reduce.cuh.
#pragma once

#include <cub/device/device_reduce.cuh>
