// <cub/iterator/discard_output_iterator.cuh> on the simulator: see cub/detail/iterators.h.
#pragma once

#include <cub/detail/iterators.h>
