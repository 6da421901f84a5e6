// What the two halves of the program share: plain C.
#pragma once

#ifdef __cplusplus
extern "C"
#endif
    int
    multiply_on_device(float* result, int m, int n, int k, int tile);
