// <cub/iterator/cache_modified_input_iterator.cuh> on the simulator: see cub/detail/iterators.h.
#pragma once

#include <cub/detail/iterators.h>
