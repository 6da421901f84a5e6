// <thrust/universal_vector.h> on the simulator: see thrust/detail/vectors.h.
#pragma once

#include <thrust/detail/vectors.h>
