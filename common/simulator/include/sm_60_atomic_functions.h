// <sm_60_atomic_functions.h> on the simulator: nothing beyond what every .cu file sees.
#pragma once

#include "cuda_runtime.h"
