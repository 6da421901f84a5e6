// <thrust/iterator/transform_input_output_iterator.h> on the simulator: see thrust/detail/output_views.h.
#pragma once

#include <thrust/detail/output_views.h>
