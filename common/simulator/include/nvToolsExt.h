// <nvToolsExt.h> on the simulator: annotations for a profiler, without effect.
#pragma once

#include "nvtx3/nvToolsExt.h"

