// <cub/thread/thread_load.cuh> on the simulator: see cub/detail/iterators.h.
#pragma once

#include <cub/detail/iterators.h>
