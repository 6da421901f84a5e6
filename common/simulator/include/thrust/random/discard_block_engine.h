// <thrust/random/discard_block_engine.h> on the simulator: see thrust/detail/random.h.
#pragma once

#include <thrust/detail/random.h>
