// <cooperative_groups/details/scan.h> on the simulator: see <cooperative_groups/scan.h>.
#pragma once

#include <cooperative_groups/scan.h>
