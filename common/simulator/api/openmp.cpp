// A program's OpenMP regions are run by the one thread there is. Every directive has its meaning
// then, too: OpenMP lets an implementation give a region fewer threads than it asks for.

extern "C" __attribute__((weak)) void omp_set_max_active_levels(int levels);

namespace {

__attribute__((constructor)) void keep_to_one_thread() {
    if (omp_set_max_active_levels) omp_set_max_active_levels(0);
}

}  // namespace
