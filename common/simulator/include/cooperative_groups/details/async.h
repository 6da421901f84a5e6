// <cooperative_groups/details/async.h> on the simulator: see <cooperative_groups/memcpy_async.h>.
#pragma once

#include <cooperative_groups/memcpy_async.h>
