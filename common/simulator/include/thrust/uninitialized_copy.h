// <thrust/uninitialized_copy.h> on the simulator: see thrust/detail/by_key.h.
#pragma once

#include <thrust/detail/by_key.h>
