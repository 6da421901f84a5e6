// <vector_types.h> on the simulator: the types, without the functions that make them.
#pragma once

#include "cusim/letters_hidden.hpp"

#include "cusim/vector_types.hpp"

#include "cusim/letters_restored.hpp"
