#include "simulator/race/shadow/access_watch.hpp"

#include "simulator/race/shadow/site_cache.hpp"

namespace cusim::race {

AccessWatch* access_watch = nullptr;

AccessWatch::AccessWatch(bool repeats) : repeats_(repeats) {
    access_watch = this;
    site_cache.forget();
}

AccessWatch::~AccessWatch() {
    access_watch = nullptr;
    site_cache.forget();
}

}  // namespace cusim::race
