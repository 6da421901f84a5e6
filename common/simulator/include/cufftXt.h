// <cufftXt.h> on the simulator: programs include it beside or in place of <cufft.h>, whose functions
// are here. Those for several devices and callbacks are not.
#pragma once

#include <cufft.h>
#include <library_types.h>
