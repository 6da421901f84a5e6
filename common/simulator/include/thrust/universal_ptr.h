// <thrust/universal_ptr.h> on the simulator: a pointer that host and device may follow.
#pragma once

namespace thrust {

template <class T>
using universal_ptr = T*;

}  // namespace thrust
