// <thrust/zip_function.h> on the simulator: see thrust/detail/functional.h.
#pragma once

#include <thrust/detail/functional.h>
