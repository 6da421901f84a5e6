// <thrust/version.h> on the simulator: the version of the Thrust that it follows.
#pragma once

#define THRUST_VERSION 300000
#define THRUST_MAJOR_VERSION 3
#define THRUST_MINOR_VERSION 0
#define THRUST_SUBMINOR_VERSION 0
