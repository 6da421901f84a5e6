#include "simulator/race/site_cache.hpp"

namespace cusim::race {

constinit SiteCache site_cache;

}  // namespace cusim::race
