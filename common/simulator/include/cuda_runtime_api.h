// <cuda_runtime_api.h> on the simulator: the host functions and types, without device code.
#pragma once

#include "cusim/letters_hidden.hpp"

#include "cusim/host_qualifiers.hpp"
#include "cusim/runtime_api.hpp"
#include "cusim/seen_copies.hpp"

#include "cusim/letters_restored.hpp"
