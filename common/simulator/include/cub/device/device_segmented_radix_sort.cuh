// <cub/device/device_segmented_radix_sort.cuh> on the simulator: see device_segmented_sort.cuh.
#pragma once

#include <cub/device/device_segmented_sort.cuh>
