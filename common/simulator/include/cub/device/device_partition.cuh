// <cub/device/device_partition.cuh> on the simulator: see cub/device/device_select.cuh.
#pragma once

#include <cub/device/device_select.cuh>
