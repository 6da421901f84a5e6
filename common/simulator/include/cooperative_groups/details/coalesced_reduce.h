// <cooperative_groups/details/coalesced_reduce.h> on the simulator: see <cooperative_groups/reduce.h>.
#pragma once

#include <cooperative_groups/reduce.h>
