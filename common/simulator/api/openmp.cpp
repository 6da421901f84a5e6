// Runs OpenMP regions on the single thread that exists. OpenMP allows an implementation to use
// fewer threads than requested, so every directive keeps its meaning.

extern "C" __attribute__((weak)) void omp_set_max_active_levels(int levels);

namespace {

__attribute__((constructor)) void keep_to_one_thread() {
    if (omp_set_max_active_levels) omp_set_max_active_levels(0);
}

}  // namespace
