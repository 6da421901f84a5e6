// <thrust/device_new.h> on the simulator: see thrust/detail/allocators.h.
#pragma once

#include <thrust/detail/allocators.h>
