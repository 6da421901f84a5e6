// <cooperative_groups/details/coalesced_scan.h> on the simulator: see <cooperative_groups/scan.h>.
#pragma once

#include <cooperative_groups/scan.h>
