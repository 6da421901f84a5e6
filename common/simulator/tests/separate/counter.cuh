// Included by two translation units: one variable between them, one of each of their own.
#pragma once
extern __device__ int shared_by_all;
static __constant__ int own_factor;
__device__ int add_to_all(int n);
void run_other(int factor);
