// <thrust/iterator/transform_output_iterator.h> on the simulator: see thrust/detail/views.h.
#pragma once

#include <thrust/detail/views.h>
