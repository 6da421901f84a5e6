// <thrust/detail/config.h> on the simulator: nothing is to be configured.
#pragma once

#include <thrust/version.h>
