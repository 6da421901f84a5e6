// <thrust/detail/config.h> on the simulator: nothing to configure.
#pragma once

#include <thrust/version.h>
