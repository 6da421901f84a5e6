// <vector_functions.h> on the simulator: nothing beyond what every .cu file sees.
#pragma once

#include "cusim/letters_hidden.hpp"

#include "cusim/vector_functions.hpp"

#include "cusim/letters_restored.hpp"
