// <thrust/iterator/iterator_facade.h> on the simulator: see thrust/detail/iterator_bases.h.
#pragma once

#include <thrust/detail/iterator_bases.h>
