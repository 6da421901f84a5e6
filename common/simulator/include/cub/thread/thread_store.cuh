// <cub/thread/thread_store.cuh> on the simulator: see cub/detail/iterators.h.
#pragma once

#include <cub/detail/iterators.h>
