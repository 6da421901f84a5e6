// <thrust/system/system_error.h> on the simulator: see thrust/system_error.h.
#pragma once

#include <thrust/system_error.h>
