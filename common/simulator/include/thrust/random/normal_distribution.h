// <thrust/random/normal_distribution.h> on the simulator: see thrust/detail/random.h.
#pragma once

#include <thrust/detail/random.h>
