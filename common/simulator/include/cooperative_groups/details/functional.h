// <cooperative_groups/details/functional.h> on the simulator: see <cooperative_groups/reduce.h>.
#pragma once

#include <cooperative_groups/reduce.h>
