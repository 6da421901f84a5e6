// <thrust/inner_product.h> on the simulator: see thrust/detail/algorithms.h.
#pragma once

#include <thrust/detail/algorithms.h>
