#include "merge_sort.h"

extern "C" int validate(const uint *keys, const uint *values, const uint *original, uint n) {
    for (uint i = 0; i < n; i++) {
        if (original[values[i]] != keys[i]) return 0;
        if (i && (keys[i - 1] > keys[i] || (keys[i - 1] == keys[i] && values[i - 1] > values[i]))) return 0;
    }
    return 1;
}
