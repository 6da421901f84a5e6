// <cuda_pipeline.h> on the simulator: the functions of cuda_pipeline_primitives.h.
#pragma once

#include <cuda_pipeline_primitives.h>
