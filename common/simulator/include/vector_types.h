// <vector_types.h> on the simulator: the types, without the functions that make them.
#pragma once

#include "cusim/vector_types.hpp"
