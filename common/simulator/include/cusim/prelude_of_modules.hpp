// The same as prelude.hpp: a file of its own, since it is compiled once more, as modules are (simcc
// -shared).
#pragma once

#include "cusim/prelude.hpp"

// nvcc declares printf everywhere; kernels in the text of another program count on it.
#include <stdio.h>
