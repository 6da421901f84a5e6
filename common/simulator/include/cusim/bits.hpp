// The bits of a value on its way to the runtime and back. Not std::uint64_t, whose name a .cu file
// does not see with nvcc before it includes <cstdint>.
#pragma once

namespace cusim {

using Bits = __UINT64_TYPE__;

}  // namespace cusim
