// <cooperative_groups/details/partitioning.h> on the simulator: see <cooperative_groups.h>.
#pragma once

#include <cooperative_groups.h>
