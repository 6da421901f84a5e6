// <thrust/reverse.h> on the simulator: see thrust/detail/rearranging.h.
#pragma once

#include <thrust/detail/rearranging.h>
