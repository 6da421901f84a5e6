// <thrust/sort.h> on the simulator: see thrust/detail/sorting.h.
#pragma once

#include <thrust/detail/by_key.h>
#include <thrust/detail/sorting.h>
