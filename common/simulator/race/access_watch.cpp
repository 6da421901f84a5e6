#include "simulator/race/access_watch.hpp"

namespace cusim::race {

AccessWatch* access_watch = nullptr;

}  // namespace cusim::race
