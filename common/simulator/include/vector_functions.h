// <vector_functions.h> on the simulator: nothing beyond what every .cu file sees.
#pragma once

#include "cusim/vector_functions.hpp"
