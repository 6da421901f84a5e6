// <cooperative_groups/details/sync.h> on the simulator: see <cooperative_groups.h>.
#pragma once

#include <cooperative_groups.h>
