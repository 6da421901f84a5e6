// <thrust/system/cuda/vector.h> on the simulator: the device's vector, by the system's name.
#pragma once

#include <thrust/device_vector.h>

namespace thrust::cuda {

template <class T>
using vector = thrust::device_vector<T>;

}  // namespace thrust::cuda
