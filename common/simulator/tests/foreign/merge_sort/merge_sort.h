// Host interface, C linkage, no CUDA in sight: what the .cpp files include.
#ifndef MERGE_SORT_H
#define MERGE_SORT_H

typedef unsigned int uint;

extern "C" void mergeSortOnDevice(uint *keys, uint *values, uint n);
extern "C" int validate(const uint *keys, const uint *values, const uint *original, uint n);

#endif
