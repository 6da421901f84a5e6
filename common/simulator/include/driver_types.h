// <driver_types.h> on the simulator: nothing beyond what every .cu file sees.
#pragma once

#include "cusim/letters_hidden.hpp"

#include "cusim/driver_types.hpp"

#include "cusim/letters_restored.hpp"
