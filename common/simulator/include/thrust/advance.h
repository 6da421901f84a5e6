// <thrust/advance.h> on the simulator: see thrust/detail/iterators.h.
#pragma once

#include <thrust/detail/iterators.h>
