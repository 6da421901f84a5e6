// <thrust/mismatch.h> on the simulator: see thrust/detail/searching.h.
#pragma once

#include <thrust/detail/searching.h>
