// The standard library's names as those of libcu++, which are device code here as well, and the C
// library's names, which each header of libcu++ brings with nvcc, too.
#pragma once

#include "cusim/letters_hidden.hpp"

#include "cusim/c_library.hpp"

namespace cuda::std {
using namespace ::std;
}

#include "cusim/letters_restored.hpp"
