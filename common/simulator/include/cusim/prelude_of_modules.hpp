// The same as prelude.hpp. A separate file, since it is compiled a second time with the flags of
// modules (simcc -shared).
#pragma once

#include "cusim/prelude.hpp"

// nvcc declares printf everywhere, and kernels in the text of another program rely on it.
#include <stdio.h>
