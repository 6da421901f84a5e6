// <device_double_functions.h> on the simulator: nothing beyond what every .cu file sees.
#pragma once

#include "cuda_runtime.h"
