// The type for bits of values passed to the runtime and back. Not std::uint64_t, since nvcc does
// not show that name to a .cu file before it includes <cstdint>.
#pragma once

namespace cusim {

using Bits = __UINT64_TYPE__;

}  // namespace cusim
