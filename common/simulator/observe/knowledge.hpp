// What a thread knows of other blocks' pasts, learnt through fences and atomics.
#pragma once

namespace cusim::observe {

class Knowledge {};

}  // namespace cusim::observe
