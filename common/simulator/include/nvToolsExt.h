// <nvToolsExt.h> on the simulator: marks for a profiler, of which there is none.
#pragma once

#include "nvtx3/nvToolsExt.h"

