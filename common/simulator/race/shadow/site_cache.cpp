#include "simulator/race/shadow/site_cache.hpp"

namespace cusim::race {

constinit SiteCache site_cache;

}  // namespace cusim::race
